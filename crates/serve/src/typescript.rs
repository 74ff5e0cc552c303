//! The TypeScript twin of the protocol.

use std::fmt::Write;

use crate::protocol::{Ask, Tell, VERSION};
use crate::wire::{Book, Definition, Field, Shape, Wire};

/// Returns the text of `viewer/src/protocol.ts`: the types, the readers of what the server tells, and the writers of what a page
/// asks.
pub fn protocol() -> String {
    let mut book = Book::default();
    Ask::shape(&mut book);
    let asked = book.definitions.len();
    Tell::shape(&mut book);
    let mut text = String::from(HEAD);
    let _ = writeln!(text, "export const VERSION = {VERSION};");
    for (i, definition) in book.definitions.iter().enumerate() {
        describe(definition, &mut text);
        if i < asked { write_function(definition, &mut text) } else { read_function(definition, &mut text) }
    }
    text
}

const HEAD: &str = "\
// Generated from crates/serve/src/protocol.rs; do not edit. A test of that crate checks that this file is fresh.

import { Reader, Writer } from './wire';

";

fn describe(definition: &Definition, text: &mut String) {
    match definition {
        Definition::Structure { doc, name, fields } => {
            comment(doc, "", text);
            let _ = writeln!(text, "export interface {name} {{");
            each_field(fields, text);
            text.push_str("}\n");
        }
        Definition::Choice { doc, name, variants } => {
            comment(doc, "", text);
            let _ = writeln!(text, "export type {name} =");
            for (_, doc, variant, fields) in variants {
                comment(doc, "  ", text);
                let fields: String =
                    fields.iter().map(|f| format!("; {}: {}", camel(f.name), type_of(&f.shape))).collect();
                let _ = writeln!(text, "  | {{ kind: '{variant}'{fields} }}");
            }
            text.pop();
            text.push_str(";\n");
        }
    }
}

fn each_field(fields: &[Field], text: &mut String) {
    for field in fields {
        comment(&field.doc, "  ", text);
        let _ = writeln!(text, "  {}: {};", camel(field.name), type_of(&field.shape));
    }
}

fn read_function(definition: &Definition, text: &mut String) {
    match definition {
        Definition::Structure { name, fields, .. } => {
            let _ = writeln!(text, "export function read{name}(r: Reader): {name} {{");
            let _ = writeln!(text, "  return {{ {} }};\n}}\n", reads(fields));
        }
        Definition::Choice { name, variants, .. } => {
            let _ = writeln!(text, "export function read{name}(r: Reader): {name} {{\n  switch (r.u8()) {{");
            for (number, _, variant, fields) in variants {
                let comma = if fields.is_empty() { "" } else { ", " };
                let _ = writeln!(text, "    case {number}: return {{ kind: '{variant}'{comma}{} }};", reads(fields));
            }
            let _ = writeln!(text, "    default: throw new Error('{name}: unknown kind');\n  }}\n}}\n");
        }
    }
}

fn reads(fields: &[Field]) -> String {
    let each: Vec<String> = fields.iter().map(|f| format!("{}: {}", camel(f.name), read(&f.shape))).collect();
    each.join(", ")
}

fn read(shape: &Shape) -> String {
    match shape {
        Shape::Number(reader) => format!("r.{reader}()"),
        Shape::Numbers(reader) => format!("r.{reader}s()"),
        Shape::Flag => "r.flag()".into(),
        Shape::Text => "r.text()".into(),
        Shape::List(item) => format!("r.list(() => {})", read(item)),
        Shape::Perhaps(item) => format!("r.perhaps(() => {})", read(item)),
        Shape::Named(name) => format!("read{name}(r)"),
    }
}

fn write_function(definition: &Definition, text: &mut String) {
    match definition {
        Definition::Structure { name, fields, .. } => {
            let _ = writeln!(text, "export function write{name}(w: Writer, v: {name}): void {{");
            for field in fields {
                let _ = writeln!(text, "  {};", write(&field.shape, &format!("v.{}", camel(field.name))));
            }
            text.push_str("}\n\n");
        }
        Definition::Choice { name, variants, .. } => {
            let _ = writeln!(text, "export function write{name}(w: Writer, v: {name}): void {{\n  switch (v.kind) {{");
            for (number, _, variant, fields) in variants {
                let _ = writeln!(text, "    case '{variant}':\n      w.u8({number});");
                for field in fields {
                    let _ = writeln!(text, "      {};", write(&field.shape, &format!("v.{}", camel(field.name))));
                }
                text.push_str("      break;\n");
            }
            text.push_str("  }\n}\n\n");
        }
    }
}

fn write(shape: &Shape, value: &str) -> String {
    match shape {
        Shape::Number(writer) => format!("w.{writer}({value})"),
        Shape::Numbers(writer) => format!("w.list({value}, (i) => w.{writer}(i))"),
        Shape::Flag => format!("w.flag({value})"),
        Shape::Text => format!("w.text({value})"),
        Shape::List(item) => format!("w.list({value}, (i) => {})", write(item, "i")),
        Shape::Perhaps(item) => format!("w.perhaps({value}, (i) => {})", write(item, "i")),
        Shape::Named(name) => format!("write{name}(w, {value})"),
    }
}

fn type_of(shape: &Shape) -> String {
    match shape {
        Shape::Number(_) => "number".into(),
        Shape::Numbers("u8") => "Uint8Array".into(),
        Shape::Numbers("u16") => "Uint16Array".into(),
        Shape::Numbers("u32") => "Uint32Array".into(),
        Shape::Numbers("i32") => "Int32Array".into(),
        Shape::Numbers("f32") => "Float32Array".into(),
        Shape::Numbers(_) => "Float64Array".into(),
        Shape::Flag => "boolean".into(),
        Shape::Text => "string".into(),
        Shape::List(item) => format!("{}[]", type_of(item)),
        Shape::Perhaps(item) => format!("{} | null", type_of(item)),
        Shape::Named(name) => (*name).into(),
    }
}

fn comment(doc: &str, indent: &str, text: &mut String) {
    let lines: Vec<&str> = doc.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    if !lines.is_empty() {
        let _ = writeln!(text, "{indent}/** {} */", lines.join(" "));
    }
}

fn camel(name: &str) -> String {
    let mut upper = false;
    let mut text = String::new();
    for letter in name.chars() {
        if letter == '_' {
            upper = true;
        } else if std::mem::take(&mut upper) {
            text.extend(letter.to_uppercase());
        } else {
            text.push(letter);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_viewer_has_today_s_protocol() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../viewer/src/protocol.ts");
        let file = std::fs::read_to_string(path).unwrap_or_default();
        let hint = "cargo run -p populace-serve --example protocol > viewer/src/protocol.ts";
        assert!(file == super::protocol(), "viewer/src/protocol.ts is not fresh: {hint}");
    }
}
