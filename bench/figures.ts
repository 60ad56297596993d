/** How a number is written: with this many digits after the point, and its unit. */
interface Format {
  title: string;
  unit: string;
  digits: number;
}

/** All that is measured. */
export const FIGURES = {
  'event-throughput': { title: 'GET event', unit: '/s', digits: 0 },
  'event-p99': { title: 'GET event, p99', unit: ' ms', digits: 2 },
  'hours-throughput': { title: 'GET hours', unit: '/s', digits: 0 },
  'hours-p99': { title: 'GET hours, p99', unit: ' ms', digits: 2 },
  'patch-throughput': { title: 'PATCH event', unit: '/s', digits: 0 },
  'patch-p99': { title: 'PATCH event, p99', unit: ' ms', digits: 2 },
  'cold-start': { title: 'cold start', unit: ' ms', digits: 0 },
  memory: { title: 'memory after the load', unit: ' MB', digits: 0 },
  'spread-get-throughput': { title: 'GET of every event in turn', unit: '/s', digits: 0 },
  'spread-patch-throughput': { title: 'PATCH of every event in turn', unit: '/s', digits: 0 },
  'store-start': { title: 'start', unit: ' s', digits: 1 },
  'store-memory': { title: 'memory when started', unit: ' MB', digits: 0 },
  'store-memory-after': { title: 'memory after the load', unit: ' MB', digits: 0 },
  'entry-heap': { title: 'heap for an entry', unit: ' bytes', digits: 0 },
  'contract-run': { title: 'contract run', unit: ' s', digits: 1 },
} as const satisfies Record<string, Format>;

/** What goals and readings call a figure; a reader sees its title. */
export type FigureId = keyof typeof FIGURES;

/** A value of a figure with its unit, thousands divided. */
export function written(figure: FigureId, value: number): string {
  const { unit, digits } = FIGURES[figure];
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}${unit}`;
}
