/** Pauses are a hundred times shorter than the client asks for, so that a test does not wait for real minutes. */
export const hurried = {
  sleep: (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 10)),
}
