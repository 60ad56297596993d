import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers';
import type { Connections } from './connections';

interface Parting {
  /** Milliseconds after which a client that was spared is looked at again. */
  patience: number;
  /** Says that the request was late, and closes the connection. */
  refuse: (socket: Duplex) => void;
}

/**
 * Cuts off a client whose request did not arrive in time, which Node tells once. Spared are those that wait for the server:
 * while earlier requests of the connection are not answered, and while the body is held up because nothing reads it yet.
 */
export function cutOff(socket: Duplex, connections: Connections, parting: Parting): void {
  cutOffOrLookAgain(socket, connections, parting, { wasHeldUp: false });
}

/** Where the body was held up when the connection was looked at before, the rest of it has its time from now on. */
function cutOffOrLookAgain(
  socket: Duplex,
  connections: Connections,
  parting: Parting,
  { wasHeldUp }: { wasHeldUp: boolean },
): void {
  const { latest, unanswered } = connections.on(socket);
  const late = latest?.req.complete === false ? latest : undefined; // without one it is a header that is late
  const isHeld = late !== undefined && isHeldUp(late);
  const lookAgain = () => {
    const isOver = socket.destroyed || hasArrived(connections.on(socket).latest, late, latest);
    if (!isOver) cutOffOrLookAgain(socket, connections, parting, { wasHeldUp: isHeld });
  };
  const earlier = [...unanswered].find((response) => response !== late);
  if (earlier !== undefined) earlier.once('close', lookAgain);
  else if (isHeld || wasHeldUp) setTimeout(lookAgain, parting.patience).unref();
  else if (late?.headersSent) socket.destroy();
  else {
    parting.refuse(socket);
    socket.once('finish', () => socket.destroy()); // what still comes of a request that was refused must change nothing
  }
}

/** Whether what was late has come in the meantime: the rest of its body, or its header and all of its body. */
function hasArrived(now: ServerResponse | undefined, late: ServerResponse | undefined, then: typeof late): boolean {
  return now?.req.complete === true && (late !== undefined || now !== then);
}

/** Whether a part of the body is there and nobody takes it, as while an answer is delayed; how much of the rest has come cannot be seen. */
function isHeldUp({ req: request, writableEnded }: ServerResponse): boolean {
  return !writableEnded && request.readableLength > 0;
}
