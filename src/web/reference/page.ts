/** Draws the reference for people: a list of all operations, and a page for each, with the list at its side. */
import { docsPage } from '../docs.ts'
import type { Page } from '../document.ts'
import { html } from '../template.ts'
import { grouped, indexText, pathOfOperation, routesIn } from './list.ts'
import type { OpenApi } from './operation.ts'

/** The list of operations beside the page of one operation. */
const list = (document: OpenApi, current: string) => html`<nav class="operations" aria-label="Operations">
<p><a href="/reference">API reference</a></p>
${grouped(routesIn(document)).map(
  ({ title, members }) => html`<h2>${title}</h2>
<ul>
${members.map(({ operation: { operationId } }) =>
  operationId === current
    ? html`<li><a href="${pathOfOperation(operationId)}" aria-current="page">${operationId}</a></li>\n`
    : html`<li><a href="${pathOfOperation(operationId)}">${operationId}</a></li>\n`,
)}</ul>
`,
)}</nav>`

export const operationPage = (text: string, name: string, document: OpenApi, baseUrl: string): Page =>
  docsPage(text, { baseUrl, path: pathOfOperation(name), beside: list(document, name), current: '/reference' })

export const indexPage = (document: OpenApi, baseUrl: string): Page =>
  docsPage(indexText(document, baseUrl), { baseUrl, path: '/reference' })
