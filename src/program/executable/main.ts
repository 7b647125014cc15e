/** Where the single executable begins. */
import { run } from '../../cli/program.ts'

await run(process.argv, process.env)
