import { addDays, type CalendarDate, isCalendarDate } from '../calendar';

/** What a clock can be put back to. */
export interface ClockSetting {
  /** The date at which the clock stands still; undefined where it runs with the mock's own. */
  readonly fixed: CalendarDate | undefined;
  /** Days by which it is ahead of that. */
  readonly ahead: number;
}

/** The setting that every clock begins with: it runs with the mock's own, and is not ahead of it. */
export const RUNNING: ClockSetting = { fixed: undefined, ahead: 0 };

/** The clock of a session: the mock's own until it is set or advanced, and again once it is released. */
export class Clock {
  readonly #own: () => CalendarDate;
  readonly #tell: (setting: ClockSetting) => void;
  #setting = RUNNING;

  /**
   * @param own asked each time, so that a clock left running moves on at midnight
   * @param tell is told of each new setting
   */
  constructor(own: () => CalendarDate, tell: (setting: ClockSetting) => void = () => undefined) {
    this.#own = own;
    this.#tell = tell;
  }

  get setting(): ClockSetting {
    return this.#setting;
  }

  today(): CalendarDate {
    const { fixed, ahead } = this.#setting;
    const today = fixed ?? this.#own();
    return ahead === 0 ? today : addDays(today, ahead);
  }

  /** @throws {RangeError} where the text is no date */
  set(date: CalendarDate): void {
    if (!isCalendarDate(date)) throw noDate(date);
    this.restore({ fixed: date, ahead: 0 });
  }

  /**
   * Moves the clock by whole days, back where they are negative; it stands still afterwards only if it did before.
   * @throws {RangeError} where that leads to no date of four digits
   */
  advance(days: number): void {
    const ahead = this.#setting.ahead + days;
    const instant = Date.parse(this.#setting.fixed ?? this.#own()) + ahead * 24 * 60 * 60 * 1000;
    const date = Math.abs(instant) < 8.64e15 ? new Date(instant).toISOString().slice(0, 10) : `${instant}`;
    if (!Number.isInteger(days) || !isCalendarDate(date)) {
      throw new RangeError(`Failed to advance the clock: "${days}" days lead to no date from year 1000 to 8999.`);
    }
    this.restore({ ...this.#setting, ahead });
  }

  /** Lets the clock run with the mock's own again. */
  release(): void {
    this.restore(RUNNING);
  }

  restore(setting: ClockSetting): void {
    this.#setting = setting;
    this.#tell(setting);
  }
}

/** Why a clock cannot be set to a text: it is no date, or none of the years 1000 to 8999, from which it can be advanced. */
function noDate(text: string): RangeError {
  const isElsewhere = /^[09]\d{3}-\d\d-\d\d$/.test(text);
  const fault = isElsewhere
    ? 'is beyond the clock, which has the years 1000 to 8999'
    : 'is no date. Write it as YYYY-MM-DD';
  return new RangeError(`Failed to set the clock: "${text}" ${fault}.`);
}
