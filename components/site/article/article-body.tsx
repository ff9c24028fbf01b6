import type { ComponentProps, ReactNode } from 'react'
import { stegaClean } from 'next-sanity'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { Prose } from '../../ui/prose.tsx'
import { PortableText, type PortableTextBlock, type PortableTextComponents } from '@portabletext/react'
import type { ImageSource } from '../../../sanity/image.ts'
import { ContentImage } from '../../ui/image.tsx'
import { TextLink } from '../../ui/link.tsx'
import { CodeBlock, type CodeValue } from './code-block.tsx'
import { ArticleTable, type TableValue } from './article-table.tsx'
import { extractHeadings, type Heading, type ArticleValue } from './table-of-contents.tsx'

type CalloutValue = { tone?: string | null; body?: ComponentProps<typeof Prose>['value'] | null }

type ArticleLabels = UiCopy['articles']

const NOTE_TONE = { mark: 'noteMark', className: 'border bg-card', markClassName: '' } as const

const TONES = new Map<string, { mark: keyof ArticleLabels; className: string; markClassName: string }>([
  ['note', NOTE_TONE],
  ['tip', { ...NOTE_TONE, mark: 'tipMark', markClassName: 'text-accent' }],
  ['warning', { mark: 'warningMark', className: 'bg-primary-muted', markClassName: 'text-primary' }],
])

function Callout({ value, labels }: { value: CalloutValue; labels: ArticleLabels }) {
  const tone = TONES.get(stegaClean(value.tone) ?? '') ?? NOTE_TONE
  return (
    <div role="note" className={`mb-8 rounded-xl px-5.5 py-4.5 text-base not-first:mt-8 ${tone.className}`}>
      <p className={`mb-1.5 font-display font-semibold ${tone.markClassName}`}>{labels[tone.mark]}</p>
      <Prose value={value.body} />
    </div>
  )
}

/** Width of wide content in CSS pixels. */
const WIDE_CONTENT_PX = 736

type BlockProps = { children?: ReactNode; value: PortableTextBlock }

/**
 * Renders a heading with an anchor link. The link is next to the heading, because the heading itself may contain a
 * link.
 */
function HeadingBlock({ children, heading }: { children: ReactNode; heading: Heading | undefined }) {
  if (!heading) return null
  const Level = `h${heading.level}` as const
  return (
    <div className="article-heading">
      <Level id={heading.id}>{children}</Level>
      <a href={`#${heading.id}`} aria-label={`Link to “${heading.text}”`}>
        #
      </a>
    </div>
  )
}

function buildComponents(
  headings: Heading[],
  labels: ArticleLabels,
  hasHiddenCaptions: boolean,
): PortableTextComponents {
  const byKey = new Map(headings.map((heading) => [heading.key, heading]))
  const renderHeading = ({ children, value }: BlockProps) => (
    <HeadingBlock heading={byKey.get(value._key ?? '')}>{children}</HeadingBlock>
  )
  return {
    block: {
      normal: ({ children }) => <p>{children}</p>,
      h2: renderHeading,
      h3: renderHeading,
      h4: renderHeading,
      blockquote: ({ children }) => (
        <blockquote>
          <p>{children}</p>
        </blockquote>
      ),
    },
    marks: {
      code: ({ children }) => <code>{children}</code>,
      link: ({ children, value }: { children: ReactNode; value?: { href?: string } }) => (
        <TextLink href={value?.href}>{children}</TextLink>
      ),
    },
    types: {
      codeBlock: ({ value }: { value: CodeValue }) => <CodeBlock value={value} />,
      imageWithAlt: ({ value }: { value: ImageSource & { caption?: string | null } }) => (
        <ContentImage
          source={value}
          width={WIDE_CONTENT_PX}
          sizes="(min-width: 840px) 46rem, 92vw"
          className="article-wide"
        />
      ),
      callout: ({ value }: { value: CalloutValue }) => <Callout value={value} labels={labels} />,
      table: ({ value }: { value: TableValue }) => <ArticleTable value={value} hasHiddenCaption={hasHiddenCaptions} />,
    },
    unknownType: () => null,
  }
}

type ArticleBodyProps = {
  value: ArticleValue | null | undefined
  labels: ArticleLabels
  hasHiddenCaptions?: boolean
  className?: string
}

/** Renders the content of the `ARTICLE_BODY` query fragment. Unsafe links become plain text. */
export function ArticleBody({ value, labels, hasHiddenCaptions = false, className = '' }: ArticleBodyProps) {
  if (!value?.length) return null
  return (
    <div className={`article ${className}`}>
      <PortableText
        value={value}
        components={buildComponents(extractHeadings(value), labels, hasHiddenCaptions)}
        onMissingComponent={false}
      />
    </div>
  )
}
