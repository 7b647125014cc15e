import { readThread as op } from '../../posts/read-thread.ts'
import { allFields, tool } from '../tool.ts'

export const readThread = tool({
  name: 'read_thread',
  op,
  takes: allFields(op, { root_id: 'id' }),
  output: op.output,
  reshape: (answer) => answer,
})
