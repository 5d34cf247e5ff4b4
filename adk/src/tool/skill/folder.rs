//! What is read of a folder of skills, on a thread that may block.
//!
//! Each file is opened beneath the open folder of its skill (`cap-std`), so that no link leads
//! out, be it put there between two looks. Every read has a size, every listing a count.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind as Io, Read as _};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use cap_std::ambient_authority;
#[cfg(unix)]
use cap_std::fs::OpenOptionsExt as _;
use cap_std::fs::{Dir, File, Metadata, OpenOptions};

use super::frontmatter::{Fault, MOST_FRONTMATTER, read_head};
use super::names::{checked_path, name_fault};
use super::{Frontmatter, Skill, SkillList};
use crate::error::{Error, ErrorKind, Result};

const FILE: &str = "SKILL.md";
const MISNAMED: &str = "skill.md";
/// Entries of a folder, files and all, that are looked through for skills.
const MOST_ENTRIES: usize = 10_000;
/// Paths that are listed of one skill, and how deep they may lie.
const MOST_RESOURCES: usize = 100;
const MOST_FOLDERS: usize = 1_000;
/// A file younger than this may change again without its time telling so.
const SETTLED: Duration = Duration::from_secs(2);

#[derive(Debug, Clone)]
pub(super) struct Folder {
    path: Arc<Path>,
    pub(super) max_skills: usize,
    pub(super) max_file_bytes: usize,
}

/// What the last look at a folder showed.
#[derive(Debug, Default)]
pub(super) struct Seen {
    entries: BTreeMap<String, Entry>,
    pub(super) list: Arc<SkillList>,
    /// What came to be broken since the look before.
    pub(super) newly_broken: Vec<Error>,
    /// Skills that came to have keys which the format does not have.
    pub(super) newly_odd: Vec<Arc<Frontmatter>>,
}

#[derive(Debug, Clone)]
struct Entry {
    /// Size and time of the file, where they tell whether it changed since.
    stamp: Option<(u64, SystemTime)>,
    outcome: Result<Arc<Frontmatter>>,
}

impl Entry {
    /// What has keys of no meaning, unless they were there before.
    fn odd(&self, before: Option<&Self>) -> Option<&Arc<Frontmatter>> {
        let keys = |entry: &Self| {
            let read = entry.outcome.as_ref().ok();
            read.map_or(Vec::new(), |read| read.unknown_keys().to_vec())
        };
        let read = self.outcome.as_ref().ok()?;
        let is_known = before.map(keys).unwrap_or_default() == read.unknown_keys();
        (!is_known && !read.unknown_keys().is_empty()).then_some(read)
    }
}

impl Folder {
    pub(super) fn new(path: &Path) -> Self {
        Self {
            path: path.into(),
            max_skills: 1_000,
            max_file_bytes: 10 * 1024 * 1024,
        }
    }

    /// The skills that there are. What did not change since the last look is not read again.
    pub(super) fn look(&self, before: &Seen) -> Result<Seen> {
        let root = self.open()?;
        let mut entries = BTreeMap::new();
        let (mut newly_broken, mut newly_odd) = (Vec::new(), Vec::new());
        let mut is_one = false;
        let mut is_same = true;
        let listed = root.entries().map_err(|error| self.unreadable(&error))?;
        for (count, found) in listed.enumerate() {
            if count >= MOST_ENTRIES.max(self.max_skills) {
                let text =
                    format!("has more than {count} entries; give skills a folder of their own");
                return Err(self.error(ErrorKind::Limit, &text));
            }
            let found = found.map_err(|error| self.unreadable(&error))?;
            let name = found.file_name().to_string_lossy().into_owned();
            is_one |= name.eq_ignore_ascii_case(FILE);
            if name.starts_with('.') || found.file_type().is_ok_and(|kind| kind.is_file()) {
                continue;
            }
            let before = before.entries.get(&name);
            let Some((entry, is_kept)) = self.look_at(&root, &name, before) else {
                continue;
            };
            if let (Err(error), false) = (&entry.outcome, is_kept) {
                newly_broken.push(error.clone());
            }
            newly_odd.extend(entry.odd(before).cloned());
            is_same &= is_kept;
            entries.insert(name, entry);
            if entries.len() > self.max_skills {
                let text = format!(
                    "has more than {} skills; raise `SkillDir::max_skills`",
                    self.max_skills
                );
                return Err(self.error(ErrorKind::Limit, &text));
            }
        }
        let empty = entries.is_empty().then(|| self.empty(is_one));
        is_same &= entries.len() == before.entries.len() && before.list.empty == empty;
        let list = if is_same {
            Arc::clone(&before.list)
        } else {
            Arc::new(skill_list(&entries).with_empty(empty))
        };
        Ok(Seen {
            entries,
            list,
            newly_broken,
            newly_odd,
        })
    }

    /// What is said where there is no skill, by whether the folder is one itself.
    fn empty(&self, is_one: bool) -> String {
        let path = self.path.display();
        if is_one {
            return format!(
                "the folder of skills `{path}` has a `{FILE}` of its own, so it is one skill: name \
                 the folder around it"
            );
        }
        format!(
            "the folder of skills `{path}` has no skill: each is a folder in it with a `{FILE}`, as \
             in `{path}/tea/{FILE}`"
        )
    }

    /// One folder, and whether it is as it was; `None` for one that is no skill.
    fn look_at(&self, root: &Dir, name: &str, before: Option<&Entry>) -> Option<(Entry, bool)> {
        let is_missing =
            |error: &io::Error| matches!(error.kind(), Io::NotFound | Io::NotADirectory);
        let metadata = match root.metadata(Path::new(name).join(FILE)) {
            Err(error) if is_missing(&error) => {
                root.metadata(Path::new(name).join(MISNAMED)).ok()?;
                Err(Fault::new("the file is named `skill.md`; rename it"))
            }
            metadata => metadata.map_err(|error| unreadable(&error)),
        };
        let stamp = metadata.as_ref().ok().and_then(stamp);
        if let Some(before) = before
            && stamp.is_some()
            && before.stamp == stamp
        {
            return Some((before.clone(), true));
        }
        let read = metadata.map_err(|fault| self.fault(name, &fault));
        let outcome = read.and_then(|_| {
            let dir = self.open_skill(root, name)?;
            self.read_frontmatter(&dir, name).map(Arc::new)
        });
        let Err(error) = &outcome else {
            return Some((Entry { stamp, outcome }, false));
        };
        let was = before.and_then(|before| before.outcome.as_ref().err());
        let is_known = was.is_some_and(|was| was.to_string() == error.to_string());
        // What may be mended without the file being written is looked at each time.
        let stamp = None;
        Some((Entry { stamp, outcome }, is_known))
    }

    fn read_frontmatter(&self, dir: &Dir, name: &str) -> Result<Frontmatter> {
        let mut head = Vec::new();
        let read = open_file(dir, FILE).and_then(|(file, _)| {
            let most = MOST_FRONTMATTER as u64 + 16;
            file.take(most).read_to_end(&mut head)
        });
        read.map_err(|error| self.fault(name, &unreadable(&error)))?;
        // The end may cut a letter in two.
        if let Err(error) = std::str::from_utf8(&head)
            && error.error_len().is_none()
        {
            head.truncate(error.valid_up_to());
        }
        let text = self.text(name, &head)?;
        let (frontmatter, _) = read_head(text).map_err(|fault| self.fault(name, &fault))?;
        self.named(frontmatter, name)
    }

    /// The whole of a skill.
    pub(super) fn load(&self, name: &str) -> Result<Skill> {
        let dir = self.skill(name)?;
        let bytes = self.read_whole(&dir, name, FILE)?;
        let skill = Skill::read(self.text(name, &bytes)?);
        let skill = skill.map_err(|fault| self.fault(name, &fault))?;
        self.named(skill.frontmatter().clone(), name)?;
        Ok(skill)
    }

    /// A file of a skill; `None` where there is none.
    pub(super) fn resource(&self, name: &str, path: &str) -> Result<Option<Bytes>> {
        let path = checked_path(path).map_err(|wrong| {
            let text = format!("cannot have a file {path:?}: {wrong}");
            self.error(ErrorKind::InvalidSkill, &text)
        })?;
        let dir = self.skill(name)?;
        match dir.metadata(path) {
            Err(error) if matches!(error.kind(), Io::NotFound | Io::NotADirectory) => Ok(None),
            Ok(found) if found.is_dir() => Ok(None),
            _ => self
                .read_whole(&dir, name, path)
                .map(|bytes| Some(bytes.into())),
        }
    }

    /// The paths of the files of a skill, in order; the first of them, where there are many.
    pub(super) fn resources(&self, name: &str) -> Result<Vec<String>> {
        let dir = self.skill(name)?;
        let mut folders = vec![String::new()];
        let mut files = Vec::new();
        let mut looked_at = 0;
        while let Some(folder) = folders.pop() {
            let here = if folder.is_empty() { "." } else { &folder };
            let Ok(entries) = dir.read_dir(here) else {
                continue;
            };
            for entry in entries.flatten() {
                looked_at += 1;
                let Ok(kind) = entry.file_type() else {
                    continue;
                };
                let name = entry.file_name();
                let path = match &*folder {
                    "" => name.to_string_lossy().into_owned(),
                    folder => format!("{folder}/{}", name.to_string_lossy()),
                };
                if checked_path(&path).is_err() || path == FILE {
                    continue;
                }
                if kind.is_dir() && folders.len() < MOST_FOLDERS {
                    folders.push(path);
                } else if kind.is_file() {
                    files.push(path);
                }
                if looked_at >= MOST_ENTRIES {
                    folders.clear();
                    break;
                }
            }
        }
        files.sort_unstable();
        files.truncate(MOST_RESOURCES);
        Ok(files)
    }

    fn open(&self) -> Result<Dir> {
        let dir = Dir::open_ambient_dir(&self.path, ambient_authority());
        dir.map_err(|error| self.unreadable(&error))
    }

    /// The open folder of a skill. Without a `SKILL.md` a folder is none.
    fn skill(&self, name: &str) -> Result<Dir> {
        if let Some(wrong) = name_fault(name) {
            let text = format!("has no skill {name:?}: its name {wrong}");
            return Err(self.error(ErrorKind::InvalidSkill, &text));
        }
        let dir = self.open_skill(&self.open()?, name)?;
        match dir.metadata(FILE) {
            Ok(_) => Ok(dir),
            Err(error) => Err(self.fault(name, &unreadable(&error))),
        }
    }

    fn open_skill(&self, root: &Dir, name: &str) -> Result<Dir> {
        let dir = root.open_dir(name);
        dir.map_err(|error| self.fault(name, &unreadable(&error)))
    }

    fn named(&self, frontmatter: Frontmatter, name: &str) -> Result<Frontmatter> {
        if frontmatter.name() == name {
            return Ok(frontmatter);
        }
        let text = format!(
            "the name is `{}`, and the folder's is {name:?}: they have to be the same",
            frontmatter.name()
        );
        Err(self.fault(name, &Fault::new(text)))
    }

    fn read_whole(&self, dir: &Dir, name: &str, path: &str) -> Result<Vec<u8>> {
        let most = self.max_file_bytes as u64;
        let read = || {
            let (file, size) = open_file(dir, path)?;
            let mut bytes = Vec::new();
            if size <= most {
                file.take(most + 1).read_to_end(&mut bytes)?;
            }
            let size = size.max(bytes.len() as u64);
            Ok((bytes, size))
        };
        let (bytes, size) = read().map_err(|error: io::Error| {
            let text = format!("has a file `{name}/{path}` that cannot be read: {error}");
            self.error(ErrorKind::InvalidSkill, &text)
        })?;
        if size <= most {
            return Ok(bytes);
        }
        let text = format!(
            "has a file `{name}/{path}` of {size} bytes, where {most} are the most; raise \
             `SkillDir::max_file_bytes`"
        );
        Err(self.error(ErrorKind::Limit, &text))
    }

    fn text<'a>(&self, name: &str, bytes: &'a [u8]) -> Result<&'a str> {
        let text = std::str::from_utf8(bytes);
        text.map_err(|_| self.fault(name, &Fault::new("the file is not in UTF-8")))
    }

    /// An error in the `SKILL.md` of a skill.
    fn fault(&self, name: &str, fault: &Fault) -> Error {
        let path = self.path.join(name).join(FILE);
        let text = format!("{}{fault}", path.display());
        Error::new(ErrorKind::InvalidSkill, text)
    }

    fn error(&self, kind: ErrorKind, what: &str) -> Error {
        let text = format!("the folder of skills `{}` {what}", self.path.display());
        Error::new(kind, text)
    }

    fn unreadable(&self, error: &io::Error) -> Error {
        let text = format!("cannot be read: {error}");
        self.error(ErrorKind::InvalidSkill, &text)
    }
}

/// A file, open, and its size.
fn open_file(dir: &Dir, path: &str) -> io::Result<(File, u64)> {
    let no_file = || Err(io::Error::new(Io::InvalidInput, "it is no file"));
    // What is no file, such as a device, might do something when it is opened.
    if !dir.metadata(path)?.is_file() {
        return no_file();
    }
    let file = dir.open_with(path, &reading())?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return no_file();
    }
    Ok((file, metadata.len()))
}

/// How a file is opened: what has become a pipe meanwhile would otherwise never open.
fn reading() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    options
}

fn unreadable(error: &io::Error) -> Fault {
    Fault::new(format!("it cannot be read: {error}"))
}

/// What tells that a file is as it was, once it is old enough for that.
fn stamp(metadata: &Metadata) -> Option<(u64, SystemTime)> {
    let time = metadata.modified().ok()?.into_std();
    let age = SystemTime::now().duration_since(time).ok()?;
    (age > SETTLED).then_some((metadata.len(), time))
}

fn skill_list(entries: &BTreeMap<String, Entry>) -> SkillList {
    let skills = entries
        .values()
        .filter_map(|entry| entry.outcome.clone().ok());
    let broken = entries.iter().filter_map(|(name, entry)| {
        let error = entry.outcome.as_ref().err()?;
        Some((name, error.clone()))
    });
    broken.fold(SkillList::new(skills), |list, (name, error)| {
        list.with_broken(name, error)
    })
}
