import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>

/** Files inside the package, which are no part of its interface and change with any release. */
const INSIDE_NEXT = /(^|\/)next\/dist(\/|$)/

/** Functions whose first argument is the name of a module. */
const LOADS = /^(require|resolve|mock|doMock|importActual)$/

/**
 * No value comes from inside Next; types do no harm, since the compiler says when they are gone. A path to the program of
 * its command line is no import.
 */
const noNextInternals: Rule = {
  create(context) {
    const message = 'This is inside Next and may change with any release: use what its documentation names'
    const isInside = (value: unknown) => typeof value === 'string' && INSIDE_NEXT.test(value)
    return {
      ImportDeclaration(node) {
        if (node.importKind !== 'type' && isInside(node.source.value)) context.report({ message, node })
      },
      ExportNamedDeclaration(node) {
        if (node.exportKind !== 'type' && isInside(node.source?.value)) context.report({ message, node })
      },
      ExportAllDeclaration(node) {
        if (node.exportKind !== 'type' && isInside(node.source.value)) context.report({ message, node })
      },
      ImportExpression(node) {
        if (node.source.type === 'Literal' && isInside(node.source.value)) context.report({ message, node })
      },
      CallExpression(node) {
        const name = node.callee.type === 'MemberExpression' ? node.callee.property : node.callee
        const [first] = node.arguments
        if (name.type !== 'Identifier' || !LOADS.test(name.name) || first?.type !== 'Literal') return
        if (isInside(first.value)) context.report({ message, node })
      },
    }
  },
}

/** Rules of this repository for oxlint; see https://oxc.rs/docs/guide/usage/linter/js-plugins. */
export default { meta: { name: 'imports' }, rules: { 'no-next-internals': noNextInternals } }
