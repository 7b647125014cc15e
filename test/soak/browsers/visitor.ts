/** A browser that opens one page after the other, through the proxy alone. */
export type Visitor = {
  name: string
  open(url: string): Promise<void>
  /** The value of an expression in the page, which can be a promise. */
  evaluate<Value>(expression: string): Promise<Value>
  /** A picture of the window, as PNG. */
  picture(): Promise<Buffer>
  /** Where it is now. */
  url(): Promise<string>
  /** What is painted outside its box, where the browser can tell. */
  findInk?(): Promise<string[]>
  /** Dialogs, windows and errors since the last call. */
  takeHappened(): Promise<string[]>
  close(): Promise<void>
}

/** Or the reason why there is none. */
export type Opened = { visitor: Visitor } | { missing: string }

/** A phone, on which most leaves its box. */
export const windowSize = { width: 500, height: 800 }

/** Only ends a browser that hangs: a busy machine is slow. */
export const HANG_MS = 1_200_000
