import type { Sample } from '@/lib/site/api-reference/samples.ts'
import { SAMPLE_ATTRIBUTE, SAMPLE_CHOICE_ATTRIBUTE, SAMPLES_ATTRIBUTE, toScriptAttributes } from '@/lib/dom-contract.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { HighlightedCode } from '../article/code-block.tsx'

type CodeProps = {
  label: string
  code: string
  language?: string | undefined
  isShort?: boolean
  className?: string
}

export function Code({ label, code, language = 'json', isShort = false, className = '' }: CodeProps) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users can scroll the element
      tabIndex={0}
      className={`overflow-x-auto -outline-offset-3 focus-visible:[box-shadow:none] ${isShort ? 'max-h-73 overflow-y-auto' : ''} ${className}`}
    >
      <pre className="w-max p-4 font-mono text-sm leading-relaxed [font-variant-ligatures:none] [text-rendering:geometricPrecision]">
        <HighlightedCode code={code} language={language} />
      </pre>
      {isShort && (
        <div className="pointer-events-none sticky bottom-0 left-0 -mt-4 h-11 [background:linear-gradient(transparent,var(--muted))]" />
      )}
    </section>
  )
}

/** Classes that show the sample of the selected language, without a script. */
const VISIBILITY_CLASSES: Record<Sample['language'], string> = {
  curl: 'group-has-[[value=curl]:checked]/samples:block',
  javascript: 'group-has-[[value=javascript]:checked]/samples:block',
  python: 'group-has-[[value=python]:checked]/samples:block',
}

const CHOICE_CLASS =
  'relative grid min-h-11 cursor-pointer place-items-center px-2 text-muted-foreground focus-ring transition-colors hover:text-foreground has-checked:text-foreground has-checked:[box-shadow:inset_0_-2px_0_var(--foreground)]'

export function Listing({ title, ...code }: Omit<CodeProps, 'label'> & { title: string }) {
  return (
    <div className="overflow-hidden rounded-xl border bg-muted" {...{ [SAMPLES_ATTRIBUTE]: '' }}>
      <div className="flex items-center justify-between gap-2 border-b pr-1 pl-4 text-sm text-muted-foreground">
        {title}
        <CopyButton />
      </div>
      <Code label={title} {...code} />
    </div>
  )
}

export function Samples({ name, label, samples }: { name: string; label: string; samples: Sample[] }) {
  return (
    <div className="group/samples overflow-hidden rounded-xl border bg-muted" {...{ [SAMPLES_ATTRIBUTE]: '' }}>
      <div className="flex items-center justify-between gap-2 border-b pr-1 pl-1 text-sm">
        <fieldset className="flex print:hidden">
          <legend className="sr-only">Language of the sample: {label}</legend>
          {samples.map(({ language, label: title }, index) => (
            <label key={language} className={CHOICE_CLASS}>
              <input
                type="radio"
                name={`sample-${name}`}
                value={language}
                defaultChecked={index === 0}
                className="absolute inset-0 cursor-pointer opacity-0"
                {...toScriptAttributes({ [SAMPLE_CHOICE_ATTRIBUTE]: language })}
              />
              {title}
            </label>
          ))}
        </fieldset>
        <CopyButton />
      </div>
      {samples.map(({ language, label: title, highlight: grammar, code }) => (
        <div key={language} className={`hidden ${VISIBILITY_CLASSES[language]}`} {...{ [SAMPLE_ATTRIBUTE]: language }}>
          <Code label={`${label}, ${title}`} code={code} language={grammar} />
        </div>
      ))}
    </div>
  )
}
