/** A Markdown table, its columns as wide as their widest cell; all but the first are aligned to the right. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(escaped));
  const widths = header.map((_, column) => Math.max(3, ...lines.map((cells) => lengthOf(cells[column] ?? ''))));
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const [first = [], ...others] = lines;
  return [first, rule, ...others].map((cells) => lineOf(cells, widths)).join('\n');
}

function lineOf(cells: readonly string[], widths: readonly number[]): string {
  const padded = widths.map((width, column) => {
    const cell = cells[column] ?? '';
    const space = ' '.repeat(width - lengthOf(cell));
    return column === 0 ? cell + space : space + cell;
  });
  return `| ${padded.join(' | ')} |`;
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** In characters, since units and signs may lie beyond the first plane. */
function lengthOf(cell: string): number {
  return [...cell].length;
}
