/** A process that only measures stops of its own event loop, which are caused by the machine. */
import { type Stops, watchStops } from './stops.ts'

let report: (() => Stops) | undefined
process.on('message', (message) => {
  if (message === 'start') report = watchStops()
  else process.send?.(report?.())
})
process.send?.({})
