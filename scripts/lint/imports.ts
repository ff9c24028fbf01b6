import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>
type ImportNode = NonNullable<Parameters<Parameters<Rule['create']>[0]['report']>[0]['node']>

/** Matches internal modules of Next.js, which are unstable. */
const NEXT_INTERNALS_PATTERN = /(^|\/)next\/dist(\/|$)/

const LOADER_CALL_PATTERN = /^(require|resolve|mock|doMock|importActual)$/

/** Calls `onSource` for each imported source. Ignores type-only imports. */
const createSourceVisitor = (onSource: (source: unknown, node: ImportNode) => void) =>
  ({
    ImportDeclaration(node) {
      if (node.importKind !== 'type') onSource(node.source.value, node)
    },
    ExportNamedDeclaration(node) {
      if (node.exportKind !== 'type') onSource(node.source?.value, node)
    },
    ExportAllDeclaration(node) {
      if (node.exportKind !== 'type') onSource(node.source.value, node)
    },
    ImportExpression(node) {
      if (node.source.type === 'Literal') onSource(node.source.value, node)
    },
  }) satisfies ReturnType<Rule['create']>

/**
 * Forbids values from Next.js internals. Types are allowed, because the compiler checks them. The path of the Next CLI
 * is not an import.
 */
const noNextInternals: Rule = {
  create(context) {
    const message = 'Internal Next.js module that can change in any release: use the documented API'
    const reportInternal = (source: unknown, node: ImportNode) => {
      if (typeof source === 'string' && NEXT_INTERNALS_PATTERN.test(source)) context.report({ message, node })
    }
    return {
      ...createSourceVisitor(reportInternal),
      CallExpression(node) {
        const name = node.callee.type === 'MemberExpression' ? node.callee.property : node.callee
        const [first] = node.arguments
        if (name.type !== 'Identifier' || !LOADER_CALL_PATTERN.test(name.name) || first?.type !== 'Literal') return
        reportInternal(first.value, node)
      },
    }
  },
}

const CLERK_PROVIDER_PATH_PATTERN = /(^|\/)(app\/\(account\)|components\/(account|dashboard))\//

/** Matches Clerk modules that need its provider. Clerk's server code and plain functions do not. */
const CLERK_PROVIDER_IMPORT_PATTERN = /^@clerk\/(?!nextjs\/(server|webhooks)$|backend(\/|$)|shared\/keys$)/

/**
 * Matches components below Clerk's provider. The card and the notice are excluded, because they also render while Clerk
 * is unavailable.
 */
const ACCOUNT_COMPONENT_PATTERN = /(^|\/)components\/(account\/(?!(auth-card|notice)\.tsx$)|dashboard\/)/

const PROVIDERS: Record<string, RegExp> = {
  ClerkProvider: /(^|\/)components\/account\/account-provider\.tsx$/,
  AccountProvider: /(^|\/)app\/\(account\)\/layout\.tsx$/,
}

/** Restricts Clerk to modules below its provider, so that no public page loads Clerk. */
const clerkBelowProvider: Rule = {
  create(context) {
    const file = context.filename.replaceAll('\\', '/')
    const isBelowProvider = CLERK_PROVIDER_PATH_PATTERN.test(file)
    const needsProvider = (source: unknown) =>
      typeof source === 'string' &&
      (CLERK_PROVIDER_IMPORT_PATTERN.test(source) || ACCOUNT_COMPONENT_PATTERN.test(source))
    const message = 'Requires the Clerk provider: use it only below app/(account)'
    const visitor = createSourceVisitor((source, node) => {
      if (!isBelowProvider && needsProvider(source)) context.report({ message, node })
    })
    return {
      ...visitor,
      ImportDeclaration(node) {
        visitor.ImportDeclaration(node)
        if (node.importKind === 'type') return
        for (const specifier of node.specifiers) {
          if (specifier.type !== 'ImportSpecifier' || specifier.importKind === 'type') continue
          const { imported } = specifier
          const allowedFile = PROVIDERS[imported.type === 'Identifier' ? imported.name : imported.value]
          if (allowedFile && !allowedFile.test(file))
            context.report({
              message:
                'Import ClerkProvider only in account-provider.tsx, and AccountProvider only in app/(account)/layout.tsx',
              node,
            })
        }
      },
    }
  },
}

/** Custom rules of this repository for oxlint; see https://oxc.rs/docs/guide/usage/linter/js-plugins. */
export default {
  meta: { name: 'imports' },
  rules: { 'no-next-internals': noNextInternals, 'clerk-below-provider': clerkBelowProvider },
}
