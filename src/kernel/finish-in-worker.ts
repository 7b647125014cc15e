/** What a read answers if its answer has to be made in the worker thread: the operation's `finish` makes it of the bytes. */
export class FinishInWorker {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}
