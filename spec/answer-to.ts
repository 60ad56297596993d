import { CONDITIONS, type Condition } from './conditions';
import type { Answer, Operation, Service } from './service';
import type { Source } from './vocabulary';

/** What a service does when a condition arises. */
export interface AnswerTo {
  condition: Condition;
  /** Whether the condition is refused, or answered with a success. */
  refused: boolean;
  /** The status code of the answer (RFC 9110). */
  status: number;
  /** How it is known. */
  source: Source;
  /** The response of the document that gives the answer; undefined where none does. */
  answer: Answer | undefined;
}

/**
 * Which response answers a condition: the one of the operation that claims it, else the one of the document that does,
 * else what the condition itself says, with the operation's or the document's response of that status where there is one.
 */
export function answerTo(service: Service, operation: Operation | undefined, condition: Condition): AnswerTo {
  const claimed = claimOf(operation?.answers ?? [], condition) ?? claimOf(service.answers, condition);
  const { status, unclaimed } = CONDITIONS[condition];
  if (claimed !== undefined) {
    return {
      condition,
      refused: !claimed.status.startsWith('2'),
      status: codeOf(claimed, status),
      source: claimed.source,
      answer: claimed,
    };
  }
  if (unclaimed === 'accepted' && operation !== undefined) {
    const { success } = operation;
    return { condition, refused: false, status: codeOf(success, 200), source: 'assumed', answer: success };
  }
  const answer = responseFor(operation?.answers ?? [], status) ?? responseFor(service.answers, status);
  return { condition, refused: true, status, source: 'assumed', answer };
}

/** The status code that a response of the document is sent with; `preferred` where it names a range or is the default. */
export function codeOf({ status }: Answer, preferred: number): number {
  if (/^\d{3}$/.test(status)) return Number(status);
  const inRange = status === 'default' || status.charAt(0) === String(preferred).charAt(0);
  return inRange ? preferred : Number(status.charAt(0)) * 100;
}

function claimOf(answers: Answer[], condition: Condition): Answer | undefined {
  return answers.find(({ when }) => when.includes(condition));
}

/** The response among some that is for a status code: the one of the code itself, else of its class, else the default. */
export function responseFor(answers: Answer[], status: number): Answer | undefined {
  const keys = [String(status), `${String(status).charAt(0)}XX`, 'default'];
  return keys.map((key) => answers.find((answer) => answer.status === key)).find((answer) => answer !== undefined);
}
