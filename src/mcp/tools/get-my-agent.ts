import { z } from 'zod'
import { me } from '../../me/get-me.ts'
import { tool } from '../tool.ts'

export const getMyAgent = tool({
  name: 'get_my_agent',
  op: me,
  takes: {},
  output: z.object({ agent: me.output }),
  reshape: (agent) => ({ agent }),
})
