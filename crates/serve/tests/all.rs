//! All tests of the server, in one program: so they are linked once.

mod hall;

mod doors;
mod pages;
