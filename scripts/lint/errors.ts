import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>
type Context = Parameters<Rule['create']>[0]
type Visitor = ReturnType<Rule['create']>
type CatchClause = Parameters<NonNullable<Visitor['CatchClause']>>[0]
type Handler =
  | Parameters<NonNullable<Visitor['ArrowFunctionExpression']>>[0]
  | Parameters<NonNullable<Visitor['FunctionExpression']>>[0]

const REASON_PATTERN = /(\S+\s+){3}\S/
const DIRECTIVE_PATTERN = /^\s*(oxlint|eslint|@ts)-/
const LOGGER_NAME_PATTERN = /^(log|logger|console)$/

/** Returns whether a function is the argument of `.catch(…)` or the second argument of `.then(…, …)`. */
function isRejectionHandler(node: Handler): boolean {
  const call = node.parent
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false
  const { property } = call.callee
  if (property.type !== 'Identifier') return false
  const position = call.arguments.indexOf(node)
  return (property.name === 'catch' && position === 0) || (property.name === 'then' && position === 1)
}

function hasReason({ sourceCode }: Context, node: CatchClause | Handler): boolean {
  const firstLine = node.loc.start.line - (node.type === 'CatchClause' ? 0 : 1)
  return sourceCode.getAllComments().some(({ value, loc, range }) => {
    const isNearby = loc.start.line >= firstLine && range[1] <= node.range[1]
    return isNearby && REASON_PATTERN.test(value) && !DIRECTIVE_PATTERN.test(value)
  })
}

/**
 * Requires that every rejection handler and `catch` uses the error, logs, throws, or explains in a comment why it
 * ignores the error.
 */
const noSwallowedErrors: Rule = {
  create(context) {
    const openHandlers: { node: CatchClause | Handler; isHandled: boolean }[] = []

    const enter = (node: CatchClause | Handler) => {
      if (node.type !== 'CatchClause' && !isRejectionHandler(node)) return
      const usesError = context.sourceCode.getDeclaredVariables(node).some(({ references }) => references.length > 0)
      openHandlers.push({ node, isHandled: usesError || hasReason(context, node) })
    }
    const leave = (node: CatchClause | Handler) => {
      if (openHandlers.at(-1)?.node !== node || openHandlers.pop()?.isHandled) return
      const message = 'Ignored error: use it, log it, throw it, or explain in a comment why it can be ignored'
      context.report({ message, node })
    }
    const markHandled = () => {
      const innermost = openHandlers.at(-1)
      if (innermost) innermost.isHandled = true
    }
    return {
      CatchClause: enter,
      'CatchClause:exit': leave,
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      FunctionExpression: enter,
      'FunctionExpression:exit': leave,
      ThrowStatement: markHandled,
      CallExpression({ callee }) {
        const logger = callee.type === 'MemberExpression' ? callee.object : callee
        if (logger.type === 'Identifier' && LOGGER_NAME_PATTERN.test(logger.name)) markHandled()
      },
    }
  },
}

/** Custom rules of this repository for oxlint; see https://oxc.rs/docs/guide/usage/linter/js-plugins. */
export default { meta: { name: 'errors' }, rules: { 'no-swallowed-errors': noSwallowedErrors } }
