use std::future::{pending, poll_fn, ready};
use std::pin::pin;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc;
use std::task::Wake;
use std::thread;
use std::time::Duration;

use futures_util::future::{join, select};
use futures_util::stream::FuturesUnordered;
use tokio::runtime::Builder;
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};

use super::*;
use crate::error::ErrorKind;

type Emits = Emitter<u32>;

async fn all(stream: BoxStream<'_, Result<u32>>) -> Vec<u32> {
    let read = stream.map(Result::unwrap).collect();
    timeout(Duration::from_secs(5), read).await.unwrap()
}

/// Polls an emit once and drops it.
async fn begin(out: &mut Emits, item: u32) {
    select(pin!(out.emit(item)), ready(())).await;
}

async fn poll_once(stream: &mut BoxStream<'_, Result<u32>>) -> Poll<Option<Result<u32>>> {
    poll_fn(|cx| Poll::Ready(stream.poll_next_unpin(cx))).await
}

fn failure() -> Error {
    Error::new(ErrorKind::Config, "broken")
}

async fn three(mut out: Emits) -> Result<()> {
    for item in 1..=3 {
        out.emit(item).await;
    }
    Ok(())
}

#[tokio::test]
async fn a_spawned_task_emits() {
    let stream = try_stream(|out| async { tokio::spawn(three(out)).await.unwrap() });
    assert_eq!(all(stream).await, [1, 2, 3]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_on_another_thread_emits() {
    for _ in 0..200 {
        let stream = try_stream(|out| async { tokio::spawn(three(out)).await.unwrap() });
        assert_eq!(all(stream).await, [1, 2, 3]);
    }
}

#[tokio::test]
async fn an_executor_within_the_body_emits() {
    let stream = try_stream(|out| async {
        let out = tokio::sync::Mutex::new(out);
        let say = async |items: [u32; 2]| {
            for item in items {
                out.lock().await.emit(item).await;
            }
        };
        join(say([1, 2]), say([3, 4])).await;
        let both: FuturesUnordered<_> = [say([5, 6]), say([7, 8])].into_iter().collect();
        both.collect::<()>().await;
        Ok(())
    });
    let mut items = all(stream).await;
    items.sort_unstable();
    assert_eq!(items, [1, 2, 3, 4, 5, 6, 7, 8]);
}

#[tokio::test]
async fn who_reads_may_also_be_who_emits() {
    let (send, mut emitters) = tokio::sync::mpsc::unbounded_channel();
    let stream = try_stream(move |out: Emits| {
        send.send(out).unwrap();
        async {
            sleep(Duration::from_millis(50)).await;
            Ok(())
        }
    });
    let say = three(emitters.recv().await.unwrap());
    let (items, said) = join(all(stream), say).await;
    assert_eq!((items, said.unwrap()), (vec![1, 2, 3], ()));
}

#[tokio::test]
async fn a_stream_moves_between_tasks() {
    let mut stream = try_stream(|mut out| async move {
        out.emit(1).await;
        sleep(Duration::from_millis(5)).await;
        tokio::spawn(three(out)).await.unwrap()
    });
    assert_eq!(stream.next().await.unwrap().unwrap(), 1);
    // The one that polls it here is not woken any more.
    assert!(poll_once(&mut stream).await.is_pending());
    let rest = tokio::spawn(async move { all(stream).await });
    assert_eq!(rest.await.unwrap(), [1, 2, 3]);
}

#[tokio::test]
async fn a_writer_goes_on_when_the_next_item_is_asked_for() {
    let emitted = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&emitted);
    let mut stream = try_stream(|mut out| async move {
        let task = tokio::spawn(async move {
            for item in [1, 2] {
                out.emit(item).await;
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
        task.await.map_err(|_| failure())
    });
    assert_eq!(stream.next().await.unwrap().unwrap(), 1);
    sleep(Duration::from_millis(5)).await;
    assert_eq!(emitted.load(Ordering::Relaxed), 0);
    assert_eq!(stream.next().await.unwrap().unwrap(), 2);
    assert_eq!(emitted.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_dropped_emit_loses_and_doubles_nothing() {
    let stream = try_stream(|mut out| async move {
        begin(&mut out, 1).await;
        begin(&mut out, 10).await;
        out.emit(2).await;
        out.emit(3).await;
        begin(&mut out, 4).await;
        Ok(())
    });
    // The 10 was dropped while the 1 was in its place: it never was on its way.
    assert_eq!(all(stream).await, [1, 2, 3, 4]);
}

#[tokio::test]
async fn the_last_item_comes_before_the_error_and_the_end_after_it() {
    let mut stream = try_stream(|mut out| async move {
        begin(&mut out, 1).await;
        Err(failure())
    });
    assert_eq!(stream.next().await.unwrap().unwrap(), 1);
    assert_eq!(
        stream.next().await.unwrap().unwrap_err().kind(),
        ErrorKind::Config
    );
    assert!(stream.next().await.is_none());
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn an_item_that_waits_when_the_body_ends_is_read() {
    let (end, ended) = tokio::sync::oneshot::channel();
    let mut stream = try_stream(|out| async {
        tokio::spawn(three(out));
        ended.await.map_err(|_| failure())
    });
    // The body waits, and its task has emitted since.
    assert!(poll_once(&mut stream).await.is_pending());
    sleep(Duration::from_millis(5)).await;
    end.send(()).unwrap();
    assert_eq!(all(stream).await, [1]);
}

#[tokio::test]
async fn an_emitter_whose_stream_is_gone_does_not_wait() {
    for read in [0, 1, 2] {
        let (send, mut tasks) = tokio::sync::mpsc::unbounded_channel();
        let mut stream = try_stream(move |out| {
            send.send(tokio::spawn(three(out))).unwrap();
            pending()
        });
        for _ in 0..read {
            stream.next().await.unwrap().unwrap();
        }
        drop(stream);
        let task = tasks.recv().await.unwrap();
        let done = timeout(Duration::from_secs(5), task).await;
        done.unwrap().unwrap().unwrap();
    }
}

#[test]
fn an_emit_within_the_body_wakes_nobody() {
    let mut polls = 0;
    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    let mut stream = try_stream(|mut out| async move {
        let inner = try_stream(three);
        out.forward(inner).await?;
        sleep(Duration::from_millis(5)).await;
        Ok(())
    });
    runtime.block_on(async {
        let mut read = pin!(all(stream.by_ref().boxed()));
        let counted = poll_fn(|cx| {
            polls += 1;
            read.as_mut().poll(cx)
        });
        assert_eq!(counted.await, [1, 2, 3]);
    });
    assert_eq!(polls, 2);
}

#[tokio::test]
async fn who_emits_behind_the_end_lets_others_run() {
    const ITEMS: u32 = 100_000;
    let (send, emitters) = mpsc::channel();
    let stream = try_stream(move |out: Emits| {
        send.send(out).unwrap();
        ready(Ok(()))
    });
    assert!(all(stream).await.is_empty());
    let mut out = emitters.recv().unwrap();
    let emitting = tokio::spawn(async move {
        for item in 0..ITEMS {
            out.emit(item).await;
        }
    });
    for _ in 0..10 {
        yield_now().await;
    }
    emitting.abort();
    assert!(emitting.await.unwrap_err().is_cancelled());
}

/// A task of an executor whose wakers hold the tasks.
struct Holds(#[expect(dead_code, reason = "it is dropped")] Mutex<BoxStream<'static, Result<u32>>>);

impl Wake for Holds {
    fn wake(self: Arc<Self>) {}
}

#[test]
fn a_waker_may_hold_the_stream() {
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        let (send, emitters) = mpsc::channel();
        let stream = try_stream(move |out| {
            send.send(out).unwrap();
            pending()
        });
        let mut out = emitters.recv().unwrap();
        for waker in [
            Arc::new(Holds(Mutex::new(stream))).into(),
            Waker::noop().clone(),
        ] {
            let mut emit = pin!(out.emit(1));
            assert!(
                emit.as_mut()
                    .poll(&mut Context::from_waker(&waker))
                    .is_pending()
            );
        }
        done.send(()).unwrap();
    });
    is_done.recv_timeout(Duration::from_secs(5)).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn several_writers_on_several_threads_lose_and_double_nothing() {
    const EACH: u32 = 5000;
    let mut stream = try_stream(|out| async {
        let out = Arc::new(tokio::sync::Mutex::new(out));
        let say = |from: u32| {
            let out = Arc::clone(&out);
            async move {
                for item in from * EACH..(from + 1) * EACH {
                    out.lock().await.emit(item).await;
                    if item % 3 == 0 {
                        yield_now().await;
                    }
                }
            }
        };
        let spawned = [0, 1, 2].map(|from| tokio::spawn(say(from)));
        let here: FuturesUnordered<_> = [3, 4].into_iter().map(say).collect();
        join(join(say(5), say(6)), here.collect::<()>()).await;
        for task in spawned {
            task.await.map_err(|_| failure())?;
        }
        Ok(())
    });
    let read = async {
        let mut items = Vec::new();
        loop {
            // In part by a task that ends, whose waker then wakes nobody.
            let task = tokio::spawn(async move {
                let mut some = Vec::new();
                while let Poll::Ready(Some(item)) = poll_once(&mut stream).await {
                    some.push(item.unwrap());
                }
                (stream, some)
            });
            let (back, some) = task.await.unwrap();
            stream = back;
            items.extend(some);
            match stream.next().await {
                Some(item) => items.push(item.unwrap()),
                None => return items,
            }
        }
    };
    let mut items = timeout(Duration::from_mins(1), read).await.unwrap();
    items.sort_unstable();
    assert!(items.into_iter().eq(0..7 * EACH));
}
