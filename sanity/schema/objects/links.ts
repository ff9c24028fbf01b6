import { LinkIcon } from '@sanity/icons/Link'
import { MenuIcon } from '@sanity/icons/Menu'
import { ShareIcon } from '@sanity/icons/Share'
import { BLOG_ROOT } from '../../../lib/routes.ts'
import { linkableTypes } from '../../content-types.ts'
import { LinkInput } from '../inputs/link-input.tsx'
import { defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
import { type LinkTarget, buildLinkRules, getLabelError, getFooterMailWarning } from '../validation/link.ts'
import { check, toRuleResult } from '../validation/rules.ts'

/** Target fields of a link. `LinkInput` clears the field that does not apply. */
const linkTargetFields = [
  field.choice(
    'kind',
    'Link type',
    { internal: 'Page on this site', external: 'Other address' },
    { initialValue: 'internal', isRequired: true },
  ),
  field.ofType('reference', 'internal', 'Page', {
    to: linkableTypes.map((type) => ({ type })),
    description: 'The link follows the page when its path changes.',
    hidden: ({ parent }) => getTarget(parent).kind === 'external',
  }),
  field.ofType('url', 'href', 'Address', {
    description: `https://…, mailto:name@example.com, tel:+12125550142, or a list page such as ${BLOG_ROOT}`,
    hidden: ({ parent }) => getTarget(parent).kind !== 'external',
    // Disables the built-in rule, which rejects `tel:` and `mailto:`. The link's own rule validates the address.
    validation: (rule) => rule.uri({ scheme: /./, allowRelative: true }),
  }),
]

function getTarget(parent: unknown): LinkTarget {
  return (parent ?? {}) as LinkTarget
}

const linkOptions = { icon: LinkIcon, components: { input: LinkInput }, validation: buildLinkRules }

export const linkAnnotation = defineObject('link', 'Link', linkOptions, linkTargetFields)

export const linkType = defineObject(
  'link',
  'Link',
  {
    ...linkOptions,
    preview: {
      select: {
        title: 'label',
        kind: 'kind',
        href: 'href',
        path: 'internal.path',
        name: 'internal.name',
        page: 'internal.title',
      },
      prepare: ({ title, kind, href, path, name, page }) => ({
        title: title ?? 'Link without a label',
        subtitle: kind === 'external' ? href : (path ?? name ?? page ?? 'No page chosen'),
      }),
    },
  },
  [
    field.ofType('string', 'label', 'Label', {
      description: 'Link text.',
      validation: (rule) =>
        rule
          .max(limits.label)
          .custom((label, { parent, path }) =>
            toRuleResult(getLabelError(label, parent as LinkTarget | undefined, path)),
          ),
    }),
    ...linkTargetFields,
  ],
)

export const footerColumnType = defineObject(
  'footerColumn',
  'Footer column',
  {
    icon: MenuIcon,
    preview: {
      select: { title: 'title', links: 'links' },
      prepare: ({ title, links }) => ({ title, subtitle: joinLabels(links) }),
    },
  },
  [
    field.text('title', 'Title', limits.label),
    field.ofType('array', 'links', 'Links', {
      of: [{ type: 'link' }],
      validation: (rule) => [rule.required().min(1).max(10), rule.custom(check(getFooterMailWarning)).warning()],
    }),
  ],
)

function joinLabels(links: unknown): string {
  const labels = Object.values(links ?? {}).map((link: { label?: string }) => link.label)
  return labels.filter(Boolean).join(', ') || 'No links yet'
}

export const socialLinkType = defineObject(
  'socialLink',
  'Social profile',
  { icon: ShareIcon, preview: { select: { title: 'platform', subtitle: 'url' } } },
  [
    field.choice(
      'platform',
      'Platform',
      { linkedin: 'LinkedIn', youtube: 'YouTube', facebook: 'Facebook', instagram: 'Instagram', x: 'X' },
      { layout: 'menu', isRequired: true },
    ),
    field.webAddress('url', 'URL'),
  ],
)
