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

/** Folders below Clerk's provider: only their code may use its components and hooks. */
const BELOW_PROVIDER = /(^|\/)(app\/\(account\)|components\/(account|dashboard))\//

/** Clerk's code for the server, and its plain functions, need no provider. */
const NEEDS_PROVIDER = /^@clerk\/(?!nextjs\/(server|webhooks)$|backend(\/|$)|shared\/keys$)/

/** Components that may use Clerk; the card and the notice are also shown while Clerk does not answer. */
const ACCOUNT_COMPONENT = /(^|\/)components\/(account\/(?!(auth-card|notice)\.tsx$)|dashboard\/)/

/** Where the provider itself may be imported: the module that wraps it, and the one layout that shows that. */
const PROVIDERS: Record<string, RegExp> = {
  ClerkProvider: /(^|\/)components\/account\/account-provider\.tsx$/,
  AccountProvider: /(^|\/)app\/\(account\)\/layout\.tsx$/,
}

/** Clerk's provider is in one place, and what needs it only below: no public page loads Clerk. */
const clerkBelowProvider: Rule = {
  create(context) {
    const file = context.filename.replaceAll('\\', '/')
    const isBelow = BELOW_PROVIDER.test(file)
    const needsProvider = (source: unknown) =>
      typeof source === 'string' && (NEEDS_PROVIDER.test(source) || ACCOUNT_COMPONENT.test(source))
    const message = 'This needs the provider of Clerk: use it below app/(account) only'
    return {
      ImportDeclaration(node) {
        if (node.importKind === 'type') return
        if (!isBelow && needsProvider(node.source.value)) context.report({ message, node })
        for (const specifier of node.specifiers) {
          if (specifier.type !== 'ImportSpecifier' || specifier.importKind === 'type') continue
          const { imported } = specifier
          const place = PROVIDERS[imported.type === 'Identifier' ? imported.name : imported.value]
          if (place && !place.test(file)) context.report({ message: 'The provider of Clerk has one place', node })
        }
      },
      ExportNamedDeclaration(node) {
        if (!isBelow && node.exportKind !== 'type' && needsProvider(node.source?.value))
          context.report({ message, node })
      },
      ExportAllDeclaration(node) {
        if (!isBelow && node.exportKind !== 'type' && needsProvider(node.source.value))
          context.report({ message, node })
      },
      ImportExpression(node) {
        if (!isBelow && node.source.type === 'Literal' && needsProvider(node.source.value))
          context.report({ message, node })
      },
    }
  },
}

/** Rules of this repository for oxlint; see https://oxc.rs/docs/guide/usage/linter/js-plugins. */
export default {
  meta: { name: 'imports' },
  rules: { 'no-next-internals': noNextInternals, 'clerk-below-provider': clerkBelowProvider },
}
