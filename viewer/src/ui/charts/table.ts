// A chart's figures as a table, and as comma-separated values.

/** Columns of equal length. Each header gives its unit. */
export interface Table {
  headers: string[];
  columns: ArrayLike<number | string>[];
}

/** Writes a table as in RFC 4180: fields with commas, quotes or line breaks are quoted; lines end with CR LF. */
export function csv(table: Table): string {
  const length = Math.max(0, ...table.columns.map((column) => column.length));
  const lines = [table.headers.map(field).join(',')];
  for (let row = 0; row < length; row++) lines.push(table.columns.map((column) => field(column[row] ?? '')).join(','));
  return lines.join('\r\n') + '\r\n';
}

function field(value: number | string): string {
  const text = typeof value === 'number' ? (Number.isFinite(value) ? String(Number(value.toPrecision(9))) : '') : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
