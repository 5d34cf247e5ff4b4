//! Bytes within a message, and files elsewhere.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
use bytes::Bytes;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::fields::optional;

/// Bytes with their MIME type.
///
/// ```
/// let blob = adk::content::Blob::new("image/png", &b"\x89PNG"[..]);
/// assert_eq!(blob.mime_type(), "image/png");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob {
    mime_type: Box<str>,
    data: Bytes,
    display_name: Option<Box<str>>,
}

/// A file that the model's server can fetch.
///
/// ```
/// let file = adk::content::FileData::new("application/pdf", "gs://bucket/report.pdf");
/// assert_eq!(file.file_uri(), "gs://bucket/report.pdf");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileData {
    #[serde(default)]
    mime_type: Box<str>,
    file_uri: Box<str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    display_name: Option<Box<str>>,
}

impl Blob {
    /// Bytes of a MIME type.
    pub fn new(mime_type: impl Into<String>, data: impl Into<Bytes>) -> Self {
        Self {
            mime_type: mime_type.into().into(),
            data: data.into(),
            display_name: None,
        }
    }

    /// The MIME type.
    #[must_use]
    pub fn mime_type(&self) -> &str {
        &self.mime_type
    }

    /// The bytes.
    #[must_use]
    pub fn data(&self) -> &Bytes {
        &self.data
    }

    /// The bytes as JSON carries them.
    pub(crate) fn base64(&self) -> String {
        STANDARD.encode(&self.data)
    }

    /// A name for people.
    #[must_use]
    pub fn display_name(&self) -> Option<&str> {
        self.display_name.as_deref()
    }
}

impl FileData {
    /// A file of a MIME type at a URI.
    pub fn new(mime_type: impl Into<String>, uri: impl Into<String>) -> Self {
        Self {
            mime_type: mime_type.into().into(),
            file_uri: uri.into().into(),
            display_name: None,
        }
    }

    /// The MIME type.
    #[must_use]
    pub fn mime_type(&self) -> &str {
        &self.mime_type
    }

    /// Where the file is.
    #[must_use]
    pub fn file_uri(&self) -> &str {
        &self.file_uri
    }
}

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("mimeType", &self.mime_type)?;
        map.serialize_entry("data", &self.base64())?;
        optional(&mut map, "displayName", self.display_name())?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Wire<'a> {
            #[serde(default)]
            mime_type: Box<str>,
            #[serde(borrow)]
            data: Cow<'a, str>,
            display_name: Option<Box<str>>,
        }
        let wire = Wire::deserialize(deserializer)?;
        let data = STANDARD
            .decode(&*wire.data)
            .or_else(|_| URL_SAFE.decode(&*wire.data))
            .or_else(|_| STANDARD_NO_PAD.decode(&*wire.data))
            .map_err(|error| D::Error::custom(format!("`data` is not base64: {error}")))?;
        Ok(Self {
            mime_type: wire.mime_type,
            data: data.into(),
            display_name: wire.display_name,
        })
    }
}
