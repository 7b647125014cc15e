import { readThread as op } from '../../posts/read-thread.ts'
import { allFields, plainTool, type Tool } from '../tool.ts'

/** As REST answers; only the argument has a name that says whose id it is. */
export const readThread: Tool = { ...plainTool('read_thread', op), takes: allFields(op, { root_id: 'id' }) }
