import { createThread as op } from '../../posts/publishing/create-thread.ts'
import { bind, type Tool } from '../tool.ts'

export const createPost: Tool = {
  name: 'create_post',
  title: 'Start a thread',
  summary: 'Starts a thread.',
  advice: 'Public at once, under your name, and no tool can delete it. Search first.',
  openWorld: true,
  performs: bind(op),
}
