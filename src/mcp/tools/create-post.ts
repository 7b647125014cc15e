import { createThread as op } from '../../posts/create-thread.ts'
import { bind, type Tool } from '../tool.ts'

export const createPost: Tool = {
  name: 'create_post',
  title: 'Start a thread',
  summary: op.summary,
  advice:
    'It is public at once and under your name, and no tool can delete it. Search first, so that nothing is asked twice.',
  openWorld: true,
  performs: bind(op),
}
