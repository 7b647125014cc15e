/** A value that is often there at once. Waiting for a promise costs more than many of the steps between two of them. */
export type MaybePromise<T> = T | Promise<T>

/** Goes on at once where it can. */
export const whenReady = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value)
