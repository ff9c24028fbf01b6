import { samplesFile } from '@/lib/browser-bundles.js'
import { COPIED_ATTRIBUTE, COPY_ATTRIBUTE, COPY_STATUS_ID, toScriptAttributes } from '@/lib/dom-contract.ts'
import { Icon } from './icon.tsx'
import { LateScript } from './late-script.tsx'

/** Renders a copy button. browser/samples.ts copies the text of the closest ancestor that has `SAMPLES_ATTRIBUTE`. */
export function CopyButton({ copy = 'Copy', copied = 'Copied' }: { copy?: string; copied?: string }) {
  return (
    <button
      type="button"
      className="group/copy noscript:hidden flex min-h-11 items-center gap-2 px-2 text-muted-foreground transition-colors hover:text-foreground data-copied:text-accent print:hidden"
      {...toScriptAttributes({ [COPY_ATTRIBUTE]: '', [COPIED_ATTRIBUTE]: undefined })}
    >
      <Icon name="copy" size={16} className="group-data-copied/copy:hidden" />
      <Icon name="check" size={16} className="hidden group-data-copied/copy:block" />
      <span className="group-data-copied/copy:hidden">{copy}</span>
      <span className="hidden group-data-copied/copy:inline">{copied}</span>
    </button>
  )
}

/** Renders the live region and the script of the copy buttons. Use it once per page. */
export function CopyScript() {
  return (
    <>
      <output className="sr-only" {...toScriptAttributes({ id: COPY_STATUS_ID })} />
      <LateScript src={samplesFile.path} />
    </>
  )
}
