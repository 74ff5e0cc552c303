//! Measures the cost of a run: the CPU time of this process and the most memory that it held.

use cpu_time::{ProcessTime, ThreadTime};

/// Returns the CPU seconds of all threads of this process since it started.
pub fn cpu_seconds() -> f64 {
    ProcessTime::try_now().map_or(0.0, |t| t.as_duration().as_secs_f64())
}

/// Returns the CPU seconds that the system spent for this process, in steps of 10 ms; zero where the system does not say.
pub fn system_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in brackets may hold anything; system time is the 13th word after it, in hundredths of a second.
    let mut words = stat.rsplit_once(')').map(|(_, rest)| rest.split_whitespace()).into_iter().flatten();
    words.nth(12).and_then(|w| w.parse::<f64>().ok()).map_or(0.0, |ticks| ticks / 100.0)
}

/// Returns the CPU seconds of this thread since it started.
pub fn thread_seconds() -> f64 {
    ThreadTime::try_now().map_or(0.0, |t| t.as_duration().as_secs_f64())
}

/// Returns how many processes wanted to run, on average over 1, 5 and 15 minutes; empty where the system does not say.
pub fn load() -> Vec<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().take(3).filter_map(|word| word.parse().ok()).collect()
}

/// Returns the memory that this process holds now, MB (10⁶ bytes); zero where the system does not say.
pub fn resident_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|l| l.trim().strip_suffix("kB")?.trim().parse::<f64>().ok());
    kibibytes.map_or(0.0, |k| k * 1024.0 / 1e6)
}

/// Returns the most memory that this process has held so far, MB (10⁶ bytes); `None` where the system does not say.
pub fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_grows_with_work() {
        let before = cpu_seconds();
        let mut sum = 0u64;
        while cpu_seconds() - before < 0.01 {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(cpu_seconds() > before);
    }
}
