//! Server-sent events: chunks of bytes in, the data of whole frames out.
//!
//! The vendors' clients read their streams through it. Written here because the
//! usual crate, `eventsource-stream`, parses its buffer anew with each chunk
//! (quadratic in a long line) and lets a frame grow without bound. Here a byte is
//! looked at once and copied at most once, into the frame that it belongs to.

use bytes::{Buf, Bytes, BytesMut};

use crate::error::{Error, ErrorKind, Result};

const BOM: &[u8] = b"\xEF\xBB\xBF";
const NAME: &[u8] = b"data";

/// An incremental decoder: [`push`](Self::push) a chunk, then take frames until there is none.
///
/// Only `data` is kept: no vendor puts anything into the other fields that its
/// data does not say too. Comments, other fields and frames without data are passed over.
#[derive(Debug)]
pub(crate) struct SseDecoder {
    chunk: Bytes,
    place: Place,
    after_cr: bool,
    data: BytesMut,
    has_data: bool,
    max_frame_bytes: usize,
}

/// Where in a line the next byte stands; the numbers count the bytes that matched.
#[derive(Debug, Clone, Copy)]
enum Place {
    Bom(usize),
    Name(usize),
    ValueStart,
    Value,
    Skipped,
}

impl SseDecoder {
    /// A decoder for one stream, whose frames may have `max_frame_bytes` of data.
    pub(crate) fn new(max_frame_bytes: usize) -> Self {
        Self {
            chunk: Bytes::new(),
            place: Place::Bom(0),
            after_cr: false,
            data: BytesMut::new(),
            has_data: false,
            max_frame_bytes,
        }
    }

    /// Hands over the next chunk; the frames of the one before must have been taken.
    pub(crate) fn push(&mut self, chunk: Bytes) {
        debug_assert!(self.chunk.is_empty(), "a chunk is pushed over another");
        self.chunk = chunk;
    }

    /// The data of the next whole frame, its lines joined by `\n`; `None` asks for a chunk.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the frame's data grows over the limit.
    pub(crate) fn next_frame(&mut self) -> Result<Option<Bytes>> {
        if let Some(frame) = self.frame_of_one_line() {
            return Ok(Some(frame));
        }
        while let Some(&byte) = self.chunk.first() {
            let after_cr = std::mem::replace(&mut self.after_cr, byte == b'\r');
            match byte {
                b'\n' if after_cr => self.chunk.advance(1),
                b'\n' | b'\r' => {
                    self.chunk.advance(1);
                    if let Some(frame) = self.end_line()? {
                        return Ok(Some(frame));
                    }
                }
                _ => self.within_line(byte)?,
            }
        }
        Ok(None)
    }

    /// Whether the stream, if it ended here, would have been cut inside a frame.
    pub(crate) fn is_inside_frame(&self) -> bool {
        let inside_line = match self.place {
            Place::Name(matched) => matched > 0,
            Place::ValueStart | Place::Value => true,
            Place::Bom(_) | Place::Skipped => false,
        };
        self.has_data || inside_line
    }

    /// The next frame, if it is one line that lies whole in the chunk, as most do: handed on
    /// without a copy.
    fn frame_of_one_line(&mut self) -> Option<Bytes> {
        if !matches!(self.place, Place::Name(0)) || self.after_cr || self.has_data {
            return None;
        }
        let value = self.chunk.strip_prefix(b"data: ")?;
        let length = memchr::memchr2(b'\r', b'\n', value)?;
        let is_short = length <= self.max_frame_bytes;
        let ends = [&b"\n\n"[..], b"\r\n\r\n"];
        let end = ends
            .into_iter()
            .find(|end| value[length..].starts_with(end))?;
        if length == 0 || !is_short {
            return None;
        }
        self.chunk.advance(b"data: ".len());
        let frame = self.chunk.split_to(length);
        self.chunk.advance(end.len());
        Some(frame)
    }

    fn within_line(&mut self, byte: u8) -> Result<()> {
        self.place = match self.place {
            Place::Bom(matched) if byte == BOM[matched] => {
                self.chunk.advance(1);
                if matched + 1 < BOM.len() {
                    Place::Bom(matched + 1)
                } else {
                    Place::Name(0)
                }
            }
            Place::Bom(0) => Place::Name(0),
            Place::Name(matched) if NAME.get(matched) == Some(&byte) => {
                self.chunk.advance(1);
                Place::Name(matched + 1)
            }
            Place::Name(matched) if matched == NAME.len() && byte == b':' => {
                self.chunk.advance(1);
                self.start_data_line()?;
                Place::ValueStart
            }
            Place::ValueStart => {
                if byte == b' ' {
                    self.chunk.advance(1);
                }
                Place::Value
            }
            Place::Value => {
                let value = self.rest_of_line();
                self.append(&value)?;
                Place::Value
            }
            Place::Bom(_) | Place::Name(_) | Place::Skipped => {
                self.rest_of_line();
                Place::Skipped
            }
        };
        Ok(())
    }

    /// Takes what the chunk still holds of the current line, without its end.
    fn rest_of_line(&mut self) -> Bytes {
        let end = memchr::memchr2(b'\r', b'\n', &self.chunk);
        self.chunk.split_to(end.unwrap_or(self.chunk.len()))
    }

    fn start_data_line(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.has_data, true) {
            self.append(b"\n")?;
        }
        Ok(())
    }

    fn append(&mut self, value: &[u8]) -> Result<()> {
        if self.data.len() + value.len() > self.max_frame_bytes {
            return Err(Error::new(
                ErrorKind::Limit,
                format!(
                    "a frame of the model's stream is longer than {} bytes; \
                     `HttpLimits::frame_bytes` sets the limit",
                    self.max_frame_bytes
                ),
            ));
        }
        self.data.extend_from_slice(value);
        Ok(())
    }

    /// Ends the line; a blank one ends the frame, which is returned when it has data.
    fn end_line(&mut self) -> Result<Option<Bytes>> {
        match std::mem::replace(&mut self.place, Place::Name(0)) {
            Place::Name(matched) if matched == NAME.len() => self.start_data_line()?,
            Place::Bom(0) | Place::Name(0) => {
                self.has_data = false;
                return Ok((!self.data.is_empty()).then(|| self.data.split().freeze()));
            }
            _ => {}
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The frames of `input` fed in pieces of the given lengths, then as a whole.
    fn decode(input: &[u8], lengths: &[usize]) -> Result<(Vec<String>, bool)> {
        let mut decoder = SseDecoder::new(2 << 20);
        let mut frames = Vec::new();
        let mut rest = Bytes::copy_from_slice(input);
        let mut lengths = lengths.iter().copied();
        while !rest.is_empty() {
            let length = lengths.next().unwrap_or(rest.len()).min(rest.len());
            decoder.push(rest.split_to(length));
            while let Some(frame) = decoder.next_frame()? {
                frames.push(String::from_utf8_lossy(&frame).into_owned());
            }
        }
        Ok((frames, decoder.is_inside_frame()))
    }

    fn whole(input: &str) -> Vec<String> {
        decode(input.as_bytes(), &[]).unwrap().0
    }

    #[test]
    fn data_lines_are_joined_and_all_else_is_passed_over() {
        let input = "\u{feff}: hello\nid: 7\nevent: x\ndata: one\ndata:two\ndatabase: no\n\n\
                     data:  kept blank\r\n\r\ndata\rdata: after empty\r\rdata:\n\n: ping\n\n";
        assert_eq!(whole(input), ["one\ntwo", " kept blank", "\nafter empty"]);
    }

    #[test]
    fn a_byte_order_mark_counts_at_the_start_only() {
        assert_eq!(whole("\u{feff}data: a\n\n\u{feff}data: b\n\n"), ["a"]);
        assert_eq!(whole("\u{feff}\u{feff}data: a\n\n"), [""; 0]);
    }

    #[test]
    fn a_frame_without_its_blank_line_is_not_delivered() {
        for cut in 1.."data: {}\n\n".len() {
            let (frames, inside) = decode(&b"data: {}\n\n"[..cut], &[]).unwrap();
            assert_eq!((frames.len(), inside), (0, true), "cut at {cut}");
        }
        assert!(!decode(b"data: {}\n\n: bye", &[]).unwrap().1);
    }

    #[test]
    fn a_frame_over_the_limit_is_an_error_that_names_it() {
        let line = "data: 0123456789\n";
        for input in [line.repeat(2), line.replace('9', "9a"), "data\n".repeat(12)] {
            let mut decoder = SseDecoder::new(10);
            decoder.push(Bytes::from(input));
            let error = decoder.next_frame().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Limit);
            assert!(error.to_string().contains("`HttpLimits::frame_bytes`"));
        }
        let mut decoder = SseDecoder::new(10);
        decoder.push(Bytes::from(format!(
            "{line}\n: {}\n{line}\n",
            "x".repeat(99)
        )));
        assert_eq!(decoder.next_frame().unwrap().unwrap(), "0123456789");
        assert_eq!(decoder.next_frame().unwrap().unwrap(), "0123456789");
    }

    #[test]
    fn a_megabyte_in_chunks_of_one_byte_takes_linear_time() {
        let input = format!("data: {}\n\n", "é".repeat(512 * 1024));
        let (frames, _) = decode(input.as_bytes(), &vec![1; input.len()]).unwrap();
        assert_eq!(frames[0].len(), 1024 * 1024);
    }

    proptest! {
        #[test]
        fn any_chunking_gives_the_same_frames(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "data", "data:", "data: ", " ", ":", "event: x", "{\"é\":1}", "a", "\n", "\r", "\r\n", "\n\n",
                    "\u{feff}", "💡", "[DONE]",
                ]),
                0..60,
            ),
            lengths in prop::collection::vec(1_usize..7, 0..200),
        ) {
            let input = pieces.concat();
            prop_assert_eq!(
                decode(input.as_bytes(), &lengths).unwrap(),
                decode(input.as_bytes(), &[]).unwrap()
            );
        }

        #[test]
        fn what_is_written_is_read(
            frames in prop::collection::vec("[^\r\n]{1,20}(\n[^\r\n]{0,20}){0,3}", 0..8),
            end in prop::sample::select(vec!["\n", "\r", "\r\n"]),
            lengths in prop::collection::vec(1_usize..9, 0..100),
        ) {
            let mut input = String::new();
            for line in frames.iter().flat_map(|frame| frame.split('\n').map(Some).chain([None])) {
                if let Some(line) = line {
                    input.push_str("data: ");
                    input.push_str(line);
                }
                input.push_str(end);
            }
            prop_assert_eq!(decode(input.as_bytes(), &lengths).unwrap(), (frames, false));
        }
    }
}
