/** Finds the places of a source file that can be changed, and writes a copy in which each change can be switched on by its number. */
import { ts } from '@ts-morph/common'

/** A guard is a refusal that is left out; the other kinds change a decision, a number or an effect. */
export type Kind =
  | 'guard'
  | 'condition'
  | 'boundary'
  | 'operand'
  | 'equality'
  | 'arithmetic'
  | 'number'
  | 'boolean'
  | 'effect'
export type Mutant = {
  id: number
  file: string
  line: number
  kind: Kind
  was: string
  becomes: string
  /** Tells equal changes of one file apart. */
  nth: number
}

/** A call of one of these refuses: its name begins with one of these words. */
const refusing = /^(fail|refuse)[A-Z]?\w*$/
const boundaries: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const equalities: Record<string, string> = { '===': '!==', '!==': '===' }
const arithmetic: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '+=': '-=', '-=': '+=' }
const opposites: Record<string, string> = { some: 'every', every: 'some', min: 'max', max: 'min' }

type Change = { kind: Kind; becomes: string }

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)))

const isRefusal = (node: ts.Node): boolean =>
  (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && refusing.test(node.expression.text)) ||
  (ts.isAwaitExpression(node) && isRefusal(node.expression))

const makesFailure = (node: ts.Node | undefined): boolean =>
  node !== undefined && ts.isNewExpression(node) && /Failure|Error$/.test(node.expression.getText())

/** Is tested as true or false by what stands around it. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node
  return (
    ((ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  )
}

function changesOf(node: ts.Expression): Change[] {
  if (isRefusal(node) && !(ts.isAwaitExpression(node.parent) && isRefusal(node.parent)))
    return ts.isExpressionStatement(node.parent) ? [] : [{ kind: 'guard', becomes: 'undefined' }]
  const text = node.getText()
  const changes: Change[] = isCondition(node) ? [{ kind: 'condition', becomes: `!(${text})` }] : []
  if (ts.isBinaryExpression(node)) changes.push(...changesOfOperator(node, changes.length > 0))
  if (ts.isNumericLiteral(node)) changes.push({ kind: 'number', becomes: `(${text} + 1)` })
  if (node.kind === ts.SyntaxKind.TrueKeyword) changes.push({ kind: 'boolean', becomes: 'false' })
  if (node.kind === ts.SyntaxKind.FalseKeyword) changes.push({ kind: 'boolean', becomes: 'true' })
  const called =
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression : undefined
  const opposite = called && Object.hasOwn(opposites, called.name.text) && opposites[called.name.text]
  if (called && opposite)
    changes.push({
      kind: 'condition',
      becomes: `${text.slice(0, called.name.getStart() - node.getStart())}${opposite}${text.slice(called.name.getEnd() - node.getStart())}`,
    })
  return changes
}

function changesOfOperator(node: ts.BinaryExpression, isNegatedAlready: boolean): Change[] {
  const [left, operator, right] = [node.left.getText(), node.operatorToken.getText(), node.right.getText()]
  const boundary = boundaries[operator]
  if (boundary) return [{ kind: 'boundary', becomes: `${left} ${boundary} ${right}` }]
  const equality = equalities[operator]
  if (equality && !isNegatedAlready) return [{ kind: 'equality', becomes: `${left} ${equality} ${right}` }]
  if (operator === '&&' || operator === '||')
    return [left, right].map((operand) => ({ kind: 'operand', becomes: operand }))
  const other = arithmetic[operator]
  return other && !isText(node) ? [{ kind: 'arithmetic', becomes: `${left} ${other} ${right}` }] : []
}

/** A statement that is left out. */
function omissionOf(node: ts.Statement): Change | undefined {
  const guard: Change = { kind: 'guard', becomes: '' }
  if (ts.isThrowStatement(node)) return guard
  if (ts.isReturnStatement(node)) return makesFailure(node.expression) ? guard : undefined
  if (!ts.isExpressionStatement(node)) return undefined
  const expression = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
  if (isRefusal(expression)) return guard
  if (ts.isStringLiteral(expression)) return undefined
  if (ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword) return undefined
  return { kind: 'effect', becomes: '' }
}

/** Names, types and targets of assignments are not values that could be replaced. */
function isReplaceable(node: ts.Node): node is ts.Expression {
  const { parent } = node
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false
  // Parentheses would end the chain early.
  if (ts.isOptionalChain(node) && ts.isOptionalChain(parent)) return false
  return (
    ts.isBinaryExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isNumericLiteral(node) ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    isCondition(node)
  )
}

const shortened = (text: string) => text.replace(/\s+/g, ' ').slice(0, 120)

/** `guardsOnly` leaves everything but refusals as it is. Numbers continue after `lastId`. */
export function mutate(file: string, source: string, { guardsOnly, lastId }: { guardsOnly: boolean; lastId: number }) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const mutants: Mutant[] = []

  function numbered(node: ts.Node, change: Change): number {
    const id = lastId + mutants.length + 1
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const [was, becomes] = [shortened(node.getText()), shortened(change.becomes)]
    const nth = mutants.filter((other) => other.was === was && other.becomes === becomes).length
    mutants.push({ id, file, line, kind: change.kind, was, becomes, nth })
    return id
  }

  function written(node: ts.Node): string {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return node.getFullText()
    const wanted = (change: Change | undefined): change is Change =>
      change !== undefined && (!guardsOnly || change.kind === 'guard')
    const omission = ts.isStatement(node) ? omissionOf(node) : undefined
    const before = node.getFullText().slice(0, node.getLeadingTriviaWidth())
    if (wanted(omission)) {
      const id = numbered(node, omission)
      return `${before}{ if (!mutant(${id})) { ${inner(node)} } }`
    }
    let text = inner(node)
    if (isReplaceable(node))
      for (const change of changesOf(node).filter(wanted))
        text = `(mutant(${numbered(node, change)}) ? (${change.becomes}) : (${text}))`
    return before + text
  }

  /** The node's own text, with its parts written in place of theirs. */
  function inner(node: ts.Node): string {
    let text = ''
    let at = node.getStart()
    node.forEachChild((child) => {
      const start = child.getFullStart()
      if (start < at && child.getEnd() <= at) return
      text += source.slice(at, Math.max(start, at)) + (start < at ? written(child).slice(at - start) : written(child))
      at = child.getEnd()
    })
    return text + source.slice(at, node.getEnd())
  }

  return { text: inner(tree) + source.slice(tree.getEnd()), mutants }
}
