//! Tests of the distributions: means, deviations, limits, and the distance from the exact distribution functions.

use super::*;

const COUNT: u32 = 20_000;

/// The largest distance that is allowed between the distribution function of 20,000 draws and the exact distribution
/// function. The probability that n draws are farther away than d is at most 2 exp(−2 n d²) (Dvoretzky, Kiefer &
/// Wolfowitz 1956, with the constant of Massart 1990, doi:10.1214/aop/1176990746). For d = √(ln(2·10⁶) / 40,000) =
/// 0.01905 that is one in a million.
const FARTHEST: f64 = 0.01905;

const FREE: (f64, f64) = (0.0, f64::INFINITY);

fn log_normal(mean: f64, sd: f64, (least, most): (f64, f64)) -> Distribution {
    Distribution::LogNormal { mean, sd, least, most }
}

fn gamma_of(mean: f64, sd: f64, (least, most): (f64, f64)) -> Distribution {
    Distribution::Gamma { mean, sd, least, most }
}

fn triangle([from, mode, to]: [f64; 3], (least, most): (f64, f64)) -> Distribution {
    Distribution::Triangular { from, mode, to, least, most }
}

fn exponential_of(mean: f64, (least, most): (f64, f64)) -> Distribution {
    Distribution::Exponential { mean, least, most }
}

fn table(rows: &[[f64; 2]]) -> Distribution {
    Distribution::Table(ValueTable::of(rows, 0.0, 1e6).expect("weights"))
}

fn values(distribution: &Distribution) -> Vec<f64> {
    (0..COUNT).map(|i| distribution.draw(Draws::new(1), i, 7)).collect()
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / count).sqrt())
}

/// Returns the largest distance between the distribution function of draws and the exact, continuous distribution function.
fn distance(distribution: &Distribution, exact: impl Fn(f64) -> f64) -> f64 {
    let mut values = values(distribution);
    values.sort_by(f64::total_cmp);
    let share = |i: usize| i as f64 / f64::from(COUNT);
    let at = |(i, &x): (usize, &f64)| (exact(x) - share(i)).abs().max((share(i + 1) - exact(x)).abs());
    values.iter().enumerate().map(at).fold(0.0, f64::max)
}

/// Returns a distribution function cut to limits.
fn cut(exact: impl Fn(f64) -> f64, (least, most): (f64, f64)) -> impl Fn(f64) -> f64 {
    let (below, until) = (exact(least), exact(most));
    move |x| (exact(x) - below) / (until - below)
}

#[test]
fn normal_draws_have_their_mean_and_deviation() {
    let d = Distribution::Normal { mean: 1.34, sd: 0.26, least: 0.0, most: 3.0 };
    let (mean, sd) = mean_and_deviation(&values(&d));
    assert!((mean - 1.34).abs() < 0.006, "{mean}");
    assert!((sd - 0.26).abs() < 0.004, "{sd}");
}

/// The mean, the standard deviation s and the kurtosis κ of each distribution are calculated by hand. The mean of n
/// draws has a standard error of s / √n; the standard deviation of n draws has a standard error of about s √((κ − 1) /
/// 4n). Four standard errors are allowed.
#[test]
fn draws_have_the_mean_and_the_deviation_of_their_distribution() {
    let cases = [
        // w = 1 + (20/30)² = 13/9; κ = w⁴ + 2 w³ + 3 w² − 3.
        (log_normal(30.0, 20.0, FREE), 30.0, 20.0, 13.64),
        // Mean (10 + 20 + 60) / 3; variance (10² + 60² + 20² − 10·60 − 10·20 − 60·20) / 18 = 116.67; κ = 12/5.
        (triangle([10.0, 20.0, 60.0], FREE), 30.0, 10.801, 2.4),
        // Shape 4, and κ = 3 + 6/4.
        (gamma_of(40.0, 20.0, FREE), 40.0, 20.0, 4.5),
        // Shape 1/2, and κ = 3 + 12.
        (gamma_of(10.0, 200f64.sqrt(), FREE), 10.0, 14.142, 15.0),
        (exponential_of(25.0, FREE), 25.0, 25.0, 9.0),
        // (5 + 3·10 + 4·20) / 8; (25 + 3·100 + 4·400) / 8 − 14.375² = 33.984.
        (table(&[[5.0, 1.0], [10.0, 3.0], [20.0, 4.0], [40.0, 0.0]]), 14.375, 5.8296, 1.388),
        // Cut at its mean, an exponential distribution has the mean 25 (1 − 1/(e − 1)), and the deviation 25 √(1 − e/(e − 1)²).
        (exponential_of(25.0, (0.0, 25.0)), 10.4506, 7.0412, 1.96),
    ];
    let count = f64::from(COUNT);
    for (distribution, mean, sd, kurtosis) in cases {
        let (found_mean, found_sd) = mean_and_deviation(&values(&distribution));
        let allowed = 4.0 * sd / count.sqrt();
        assert!((found_mean - mean).abs() < allowed, "{distribution:?}: mean {found_mean}");
        let allowed = 4.0 * sd * ((kurtosis - 1.0) / (4.0 * count)).sqrt();
        assert!((found_sd - sd).abs() < allowed, "{distribution:?}: deviation {found_sd}");
    }
}

#[test]
fn draws_follow_the_exact_distribution_function() {
    // Log-normal: Φ((ln x − μ) / σ) with σ² = ln(13/9) and μ = ln 30 − σ² / 2.
    let variance = maths::ln(13.0 / 9.0);
    let middle = maths::ln(30.0) - variance / 2.0;
    let of_log_normal = |x: f64| maths::erfc((middle - maths::ln(x)) / (2.0 * variance).sqrt()) / 2.0;
    // Triangular: parabolas on both sides of the mode.
    let of_triangle = |x: f64| match x {
        _ if x <= 10.0 => 0.0,
        _ if x <= 20.0 => (x - 10.0) * (x - 10.0) / 500.0,
        _ if x <= 60.0 => 1.0 - (60.0 - x) * (60.0 - x) / 2000.0,
        _ => 1.0,
    };
    // Gamma of shape 4 and scale 10: the fourth event of a Poisson process has happened.
    let of_four = |x: f64| 1.0 - maths::exp(-x / 10.0) * (1.0 + x / 10.0 + x * x / 200.0 + x * x * x / 6000.0);
    // Gamma of shape 1/2 and scale 20: erf √(x / 20).
    let of_half = |x: f64| 1.0 - maths::erfc((x / 20.0).sqrt());
    let of_exponential = |x: f64| 1.0 - maths::exp(-x / 25.0);
    let limits = (15.0, 35.0);
    let (wide, corners) = ((0.0, 1e9), [10.0, 20.0, 60.0]);
    let half = 200f64.sqrt();
    let cases = [
        ("log-normal", distance(&log_normal(30.0, 20.0, wide), of_log_normal)),
        ("triangular", distance(&triangle(corners, wide), of_triangle)),
        ("gamma of shape 4", distance(&gamma_of(40.0, 20.0, wide), of_four)),
        ("gamma of shape 1/2", distance(&gamma_of(10.0, half, wide), of_half)),
        ("exponential", distance(&exponential_of(25.0, wide), of_exponential)),
        ("log-normal, cut", distance(&log_normal(30.0, 20.0, limits), cut(of_log_normal, limits))),
        ("triangular, cut", distance(&triangle(corners, limits), cut(of_triangle, limits))),
        ("gamma of shape 4, cut", distance(&gamma_of(40.0, 20.0, limits), cut(of_four, limits))),
        ("gamma of shape 1/2, cut", distance(&gamma_of(10.0, half, (1.0, 35.0)), cut(of_half, (1.0, 35.0)))),
        ("exponential, cut", distance(&exponential_of(25.0, limits), cut(of_exponential, limits))),
    ];
    for (name, distance) in cases {
        assert!(distance < FARTHEST, "{name}: {distance}");
    }
}

#[test]
fn a_table_gives_its_values_alone_as_often_as_their_weights_say() {
    let drawn = values(&table(&[[20.0, 4.0], [5.0, 1.0], [10.0, 3.0], [40.0, 0.0]]));
    // The weights are 1, 3 and 4, and their sum is 8.
    for (value, share) in [(5.0, 0.125), (10.0, 0.5), (20.0, 1.0)] {
        let found = drawn.iter().filter(|v| **v <= value).count() as f64 / f64::from(COUNT);
        assert!((found - share).abs() < FARTHEST, "{found} of the values are at most {value}");
    }
    assert!(drawn.iter().all(|v| [5.0, 10.0, 20.0].contains(v)));
    let cut = ValueTable::of(&[[5.0, 1.0], [10.0, 3.0], [20.0, 4.0]], 6.0, 20.0)
        .map(Distribution::Table)
        .expect("two values");
    // (3·10 + 4·20) / 7.
    assert!((cut.mean() - 110.0 / 7.0).abs() < 1e-12, "{}", cut.mean());
    assert_eq!((cut.least(), cut.most()), (10.0, 20.0));
    assert_eq!(ValueTable::of(&[[5.0, 1.0], [10.0, 0.0]], 6.0, 20.0), None, "nothing is left");
}

#[test]
fn draws_keep_their_limits() {
    let limits = (0.9, 1.2);
    let narrow = [
        Distribution::Normal { mean: 1.0, sd: 5.0, least: 0.9, most: 1.2 },
        log_normal(1.0, 5.0, limits),
        triangle([0.0, 1.0, 50.0], limits),
        gamma_of(1.0, 5.0, limits),
        gamma_of(1.0, 0.01, limits),
        exponential_of(1.0, limits),
    ];
    for distribution in narrow {
        let inside = |i| (0.9..=1.2).contains(&distribution.draw(Draws::new(3), i, 1));
        assert!((0..1000).all(inside), "{distribution:?}");
        assert_eq!((distribution.least(), distribution.most()), limits);
    }
    assert_eq!(
        exponential_of(1.0, (1e3, 2e3)).draw(Draws::new(3), 0, 1),
        1e3,
        "no draw is inside: the mean, moved inside"
    );
}

#[test]
fn without_a_deviation_all_draws_are_the_mean() {
    for distribution in [log_normal(30.0, 0.0, FREE), gamma_of(30.0, 0.0, FREE), triangle([30.0; 3], FREE)] {
        assert!((0..100).all(|i| (distribution.draw(Draws::new(3), i, 1) - 30.0).abs() < 1e-12), "{distribution:?}");
    }
}

/// If other draws were used, recordings of earlier runs could not be replayed to the same bits.
#[test]
fn uniform_and_normal_values_come_from_the_first_draws_of_their_purpose() {
    let unit = |i| Draws::new(5).unit(3, i, 9);
    let uniform = Distribution::range([1.0, 1.5]).draw(Draws::new(5), 3, 9);
    assert_eq!(uniform, 1.0 + 0.5 * unit(0));
    let bell = Distribution::Normal { mean: 1.34, sd: 0.26, least: -9.0, most: 9.0 }.draw(Draws::new(5), 3, 9);
    assert_eq!(
        bell,
        1.34 + 0.26 * ((-2.0 * maths::ln(1.0 - unit(0))).sqrt() * maths::cos(std::f64::consts::TAU * unit(1)))
    );
}

/// The correlation of n independent pairs has a standard error of 1 / √n. Four standard errors are 0.0283.
#[test]
fn a_pedestrian_draws_the_same_quantity_more_than_once() {
    let several = [log_normal(30.0, 20.0, FREE), gamma_of(40.0, 20.0, FREE), exponential_of(25.0, FREE)];
    for distribution in
        several.into_iter().chain([triangle([10.0, 20.0, 60.0], FREE), table(&[[5.0, 1.0], [9.0, 1.0]])])
    {
        let nth = |nth| -> Vec<f64> { (0..COUNT).map(|i| distribution.draw_nth(Draws::new(1), i, 7, nth)).collect() };
        let (first, second) = (nth(0), nth(1));
        assert_eq!(first, values(&distribution));
        assert_eq!(second, nth(1));
        let ((mean, sd), (mean_2, sd_2)) = (mean_and_deviation(&first), mean_and_deviation(&second));
        let products = first.iter().zip(&second).map(|(a, b)| (a - mean) * (b - mean_2));
        let correlation = products.sum::<f64>() / f64::from(COUNT) / (sd * sd_2);
        assert!(correlation.abs() < 0.0283, "{distribution:?}: {correlation}");
    }
}

#[test]
fn words_name_the_distribution_with_its_unit() {
    assert_eq!(triangle([10.0, 20.0, 60.0], (15.0, 90.0)).words("s"), "15 to 60 s, most often about 20 s");
    assert_eq!(exponential_of(25.0, FREE).words("s"), "about 25 s");
    assert_eq!(table(&[[5.0, 1.0], [10.0, 3.0]]).words("s"), "one of 2 values from 5 to 10 s");
    assert_eq!(table(&[[5.0, 1.0]]).words("s"), "5 s");
}
