/** Maps operations to the pages that show their answers, and names the pages that show failures. */
import type { z } from 'zod'
import type { Failure } from '../kernel/errors.ts'
import { listUnsortedMessages } from '../unsorted/list.ts'
import { previewUnsorted } from '../unsorted/preview.ts'
import { publishUnsorted } from '../unsorted/publish.ts'
import { readUnsortedThread } from '../unsorted/read-thread.ts'
import type { Page } from './document.ts'
import { errorPage } from './errors.ts'
import { browserPage, failurePage } from './unsorted/failures.ts'
import { listPage, previewPage, receiptPage, threadPage } from './unsorted/pages.ts'

export type AnswerPage = (answer: unknown, baseUrl: string) => Page
export type FailurePage = (failure: Failure, baseUrl: string) => Page

/** `browser` is for browsers that are refused, `other` for all other failures. */
export type FailurePages = { browser: FailurePage; other: FailurePage }

type Answered<O extends z.ZodType, R extends z.ZodType> = { name: string; output: O; replay?: R }

/** An entry of the table: `render` takes what the operation is declared to answer. */
function show<O extends z.ZodType, R extends z.ZodType = never>(
  { name }: Answered<O, R>,
  render: (answer: z.input<O> | z.input<R>, baseUrl: string) => Page,
): [string, AnswerPage] {
  return [name, (answer, baseUrl) => render(answer as z.input<O>, baseUrl)]
}

export const pages = {
  /** The pages for answers, by the name of the operation. */
  answers: new Map([
    show(listUnsortedMessages, listPage),
    show(readUnsortedThread, threadPage),
    show(previewUnsorted, previewPage),
    show(publishUnsorted, receiptPage),
  ]),
  /** Pages for failures, by the part of the service. */
  failures: { unsorted: { browser: browserPage, other: failurePage } satisfies FailurePages },
  /** The page for a person who opened an address in a browser. */
  error: errorPage,
}
