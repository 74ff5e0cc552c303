//! The guard: lets in only browsers that no other site sent here. On an address that other machines reach, the browser must also
//! know the token.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

/// The bytes of a token, before it is written in hexadecimal digits.
const TOKEN_BYTES: usize = 16;

/// The rules of one server.
#[derive(Clone, Debug)]
pub struct Guard {
    address: SocketAddr,
    token: Option<String>,
}

/// Why a request was not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwelcome {
    /// The address in the browser is not an address of this server, but another name that leads here.
    Host,
    /// The request names more than one host.
    Hosts,
    /// Another site sent the browser.
    Origin,
    /// The token is missing or wrong.
    Token,
}

impl Unwelcome {
    /// Returns the answer to a user whose request was not let in.
    pub fn words(self) -> &'static str {
        match self {
            Unwelcome::Host => "this server does not answer to that name; use the address that populace printed",
            Unwelcome::Hosts => "a request names one host",
            Unwelcome::Origin => "another site may not use this server",
            Unwelcome::Token => "the token is missing or wrong; use the whole address that populace printed",
        }
    }
}

impl Guard {
    /// Returns the guard of a server at an address. An address that other machines reach needs a token, which is drawn at random.
    pub fn new(address: SocketAddr) -> Result<Self, String> {
        let token = if address.ip().is_loopback() { None } else { Some(draw_token()?) };
        Ok(Guard { address, token })
    }
    /// Returns the token, if the server needs one.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Returns the part of an address that holds the token, its end; empty when the server needs no token.
    pub fn query(&self) -> String {
        self.token().map(|token| format!("?token={token}")).unwrap_or_default()
    }

    /// Lets a request in, or returns why not.
    pub fn admit(&self, headers: &HeaderMap, token: Option<&str>) -> Result<(), Unwelcome> {
        self.check_names(headers)?;
        match &self.token {
            Some(expected) if !is_same(expected.as_bytes(), token.unwrap_or_default().as_bytes()) => {
                Err(Unwelcome::Token)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a request that was sent to another name, or that another site sent.
    pub fn check_names(&self, headers: &HeaderMap) -> Result<(), Unwelcome> {
        let is_repeated = |name| headers.get_all(name).iter().nth(1).is_some();
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if is_repeated(HOST) {
            return Err(Unwelcome::Hosts);
        }
        let host = text(HOST).ok_or(Unwelcome::Host)?;
        if !self.is_own(host) {
            return Err(Unwelcome::Host);
        }
        if headers.contains_key(ORIGIN) {
            let origin = text(ORIGIN).and_then(|o| o.strip_prefix("http://").or_else(|| o.strip_prefix("https://")));
            if origin != Some(host) || is_repeated(ORIGIN) {
                return Err(Unwelcome::Origin);
            }
        }
        Ok(())
    }

    /// Returns whether a name and port mean this server. A server that other machines reach has names that it does not know, so
    /// there the token decides.
    fn is_own(&self, host: &str) -> bool {
        if self.token.is_some() {
            return true;
        }
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !name.ends_with(':') && port.chars().all(|c| c.is_ascii_digit()) => (name, port),
            _ => (host, "80"),
        };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let is_here = name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        is_here && port.parse() == Ok(self.address.port())
    }
}

fn draw_token() -> Result<String, String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(|e| format!("no token could be drawn: {e}"))?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// Returns whether two texts are equal. It takes the same time wherever they differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |different, (x, y)| different | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut map = HeaderMap::new();
        map.insert(HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            map.insert(ORIGIN, origin.parse().expect("a header"));
        }
        map
    }

    #[test]
    fn only_names_of_this_machine_with_the_right_port_are_own() {
        let guard = Guard::new(([127, 0, 0, 1], 8000).into()).expect("no token");
        for host in ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "LOCALHOST:8000"] {
            assert_eq!(guard.admit(&headers(host, None), None), Ok(()), "{host}");
        }
        for host in ["evil.example:8000", "127.0.0.1:8001", "127.0.0.1", "localhost.evil.example:8000", "", ":8000"] {
            assert_eq!(guard.admit(&headers(host, None), None), Err(Unwelcome::Host), "{host}");
        }
        assert_eq!(guard.admit(&HeaderMap::new(), None), Err(Unwelcome::Host));
    }

    #[test]
    fn another_site_is_refused() {
        let guard = Guard::new(([127, 0, 0, 1], 8000).into()).expect("no token");
        let from = |origin| guard.admit(&headers("127.0.0.1:8000", Some(origin)), None);
        assert_eq!(from("http://127.0.0.1:8000"), Ok(()));
        for origin in ["http://evil.example", "null", "http://127.0.0.1:8001", "file://", "http://localhost:8000"] {
            assert_eq!(from(origin), Err(Unwelcome::Origin), "{origin}");
        }
    }

    #[test]
    fn an_address_that_others_reach_needs_the_token() {
        let guard = Guard::new(([0, 0, 0, 0], 8000).into()).expect("a token");
        let token = guard.token().expect("a token").to_owned();
        assert_eq!(token.len(), 2 * TOKEN_BYTES);
        let with = |token| guard.admit(&headers("my-machine:8000", None), token);
        assert_eq!(with(None), Err(Unwelcome::Token));
        assert_eq!(with(Some("")), Err(Unwelcome::Token));
        assert_eq!(with(Some(&token[1..])), Err(Unwelcome::Token));
        assert_eq!(with(Some(&token)), Ok(()));
        let other = Guard::new(([0, 0, 0, 0], 8000).into()).expect("a token");
        assert_ne!(other.token(), guard.token());
    }
}
