import { SAMPLE_ATTRIBUTE, SAMPLES_ATTRIBUTE } from '@/lib/dom-contract.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import type { PRESS_KIT_QUERY_RESULT } from '../../../sanity/types.ts'
import { type LowestPlan, fillLowestPrice } from '../pricing/lowest-price.tsx'
import { CopyButton, CopyScript } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ContentImage } from '../../ui/image.tsx'
import { Link } from '../../ui/link.tsx'

const UNITS = ['KB', 'MB', 'GB']

/** Formats a file size such as "1.4 MB", where 1 KB is 1000 bytes. Returns undefined for an unknown size. */
export function formatFileSize(bytes: number | null | undefined): string | undefined {
  if (bytes === null || bytes === undefined || bytes < 0) return undefined
  const unitIndex = Math.min(Math.floor(Math.log10(Math.max(bytes, 1000)) / 3), UNITS.length)
  const value = bytes / 1000 ** unitIndex
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[unitIndex - 1]}`
}

type Download = NonNullable<NonNullable<PRESS_KIT_QUERY_RESULT>['downloads']>[number]
type File = NonNullable<Download['file']>

/** Returns a download URL. Its `dl` query parameter sets the file name. */
function downloadHref(file: File): string | undefined {
  return file.url ? `${file.url}?dl=${encodeURIComponent(file.originalFilename ?? '')}` : undefined
}

const formatFileKind = ({ extension, size }: File) =>
  [extension?.toUpperCase(), formatFileSize(size)].filter(Boolean).join(', ')

function FileLink({ label, file }: { label: Download['label']; file: File }) {
  return (
    <Link
      href={downloadHref(file)}
      className="label touch-link gap-2"
      aria-label={`${label}, ${formatFileKind(file)}`}
      download
    >
      <Icon name="download" size={18} />
      {formatFileKind(file)}
    </Link>
  )
}

function LogoTile({ label, picture, file, otherFile }: Download) {
  const files = [file, otherFile].flatMap((each) => (each?.url ? [each] : []))
  return (
    <li>
      <ContentImage
        source={picture && { ...picture, caption: null }}
        width={400}
        aspectRatio={2}
        sizes="(min-width: 640px) 16rem, 92vw"
        imageClassName="outline -outline-offset-1 outline-border"
        hasPlaceholder={false}
      />
      <p className="mt-3 font-medium">{label}</p>
      <p className="flex flex-wrap gap-x-6 text-muted-foreground">
        {files.map((each) => (
          <FileLink key={each.url} label={label} file={each} />
        ))}
      </p>
    </li>
  )
}

type PressKitProps = { kit: PRESS_KIT_QUERY_RESULT; labels: UiCopy['press']; lowest: LowestPlan }

export function PressKit({ kit, labels, lowest }: PressKitProps) {
  if (!kit) return null
  const facts = (kit.facts ?? []).flatMap((fact) => {
    const text = fillLowestPrice(fact.text, lowest)
    return text === undefined ? [] : { ...fact, text }
  })
  const available = kit.downloads?.filter(({ file }) => file?.url) ?? []
  const logos = available.filter(({ picture }) => picture?.asset)
  const otherDownloads = available.filter(({ picture }) => !picture?.asset)
  const texts = [
    { name: labels.sentence, text: kit.shortBoilerplate },
    { name: labels.paragraph, text: kit.boilerplate },
  ].filter(({ text }) => text)
  return (
    <section id="kit" className="border-t bg-muted">
      <div className="wrap section grid gap-x-12 gap-y-8 lg:grid-cols-12">
        <h2 className="text-subtitle lg:col-span-4">{kit.heading}</h2>
        <div className="grid gap-y-12 lg:col-span-8">
          {texts.length > 0 && (
            <div className="max-w-text">
              <h3 className="text-xl">{labels.boilerplate}</h3>
              <p className="label mt-1 text-muted-foreground">{labels.boilerplateNote}</p>
              {texts.map(({ name, text }) => (
                <div key={name} className="mt-3" {...{ [SAMPLES_ATTRIBUTE]: '' }}>
                  <div className="label flex items-center justify-between gap-4">
                    <h4 className="text-muted-foreground">{name}</h4>
                    <CopyButton copy={labels.copy} copied={labels.copied} />
                  </div>
                  <p className="border-l-2 border-accent pl-5 whitespace-pre-line" {...{ [SAMPLE_ATTRIBUTE]: '' }}>
                    {text}
                  </p>
                </div>
              ))}
              <CopyScript />
            </div>
          )}
          {logos.length > 0 && (
            <div>
              <h3 className="text-xl">{labels.logos}</h3>
              <ul className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-3">
                {logos.map((logo) => (
                  <LogoTile key={logo._key} {...logo} />
                ))}
              </ul>
            </div>
          )}
          {facts.length > 0 && (
            <div className="max-w-text">
              <h3 className="text-xl">{labels.facts}</h3>
              <dl className="mt-4 border-b">
                {facts.map(({ _key, title, text }) => (
                  <div key={_key} className="grid gap-x-8 border-t py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
                    <dt className="text-muted-foreground">{title}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            </div>
          )}
          {otherDownloads.length > 0 && (
            <ul>
              {otherDownloads.map(({ _key, label, description, file }) => (
                <li
                  key={_key}
                  className="flex flex-wrap items-center justify-between gap-x-8 border-y py-4 text-muted-foreground"
                >
                  <div>
                    <p className="font-medium text-foreground">{label}</p>
                    {description && <p className="label mt-1">{description}</p>}
                  </div>
                  {file && <FileLink label={label} file={file} />}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
}
