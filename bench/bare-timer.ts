/** A process that does nothing but watch its own event loop: what stops it is the machine. */
import { type Stops, watchStops } from './stops.ts'

let report: (() => Stops) | undefined
process.on('message', (message) => {
  if (message === 'start') report = watchStops()
  else process.send?.(report?.())
})
process.send?.({})
