import { searchFile } from '@/lib/browser-bundles.js'
import {
  BLOCK_SCRIPT_ATTRIBUTE,
  SEARCH_ATTRIBUTE,
  SEARCH_ID,
  SEARCH_PART_ATTRIBUTE,
  SEARCH_RESULTS_ATTRIBUTE,
  SEARCH_SAMPLE_ATTRIBUTE,
  SEARCH_STATE_ATTRIBUTE,
  SEARCH_STATUS_ATTRIBUTE,
  toScriptAttributes,
  type SearchPart,
  type SearchState,
} from '@/lib/dom-contract.ts'
import { SEARCH_PATH } from '@/lib/routes.ts'
import { MAX_QUERY_LENGTH } from '@/lib/site/search/text.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { Icon } from '../../ui/icon.tsx'

type SearchLabels = UiCopy['search']

const FORM_ID = `${SEARCH_ID}-form`

const iconClass = 'grid size-11 flex-none cursor-pointer place-items-center rounded-full'

/** Props of an element whose content belongs to the script and not to React. */
const scriptFilledProps = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

/** Renders the template that browser/search.ts copies for each result. */
function Sample() {
  const getPartProps = (name: SearchPart) => ({ [SEARCH_PART_ATTRIBUTE]: name })
  return (
    <ul hidden {...{ [SEARCH_SAMPLE_ATTRIBUTE]: '' }}>
      <li>
        <a href={SEARCH_PATH}>
          <span className="flex items-baseline justify-between gap-4">
            <span {...getPartProps('title')} className="font-semibold" />
            <span {...getPartProps('kind')} className="flex-none text-xs text-muted-foreground" />
          </span>
          <span {...getPartProps('text')} className="label line-clamp-2 text-muted-foreground" />
        </a>
      </li>
    </ul>
  )
}

function DialogFooter({ labels }: { labels: SearchLabels }) {
  return (
    <div className="label mt-auto flex min-h-13 flex-wrap items-center justify-between gap-x-4 border-t px-5 text-muted-foreground">
      <span className="pointer-coarse:hidden">{labels.keys}</span>
      <button
        type="submit"
        form={FORM_ID}
        name="all"
        value="1"
        className="search-more text-link min-h-11 cursor-pointer"
      >
        {labels.more}
      </button>
    </div>
  )
}

/**
 * Renders the search. browser/search-button.ts opens the dialog. Without a script, the button links to the search page.
 */
export function Search({ labels }: { labels: SearchLabels }) {
  const initialState: SearchState = 'idle'
  return (
    <>
      <a
        href={SEARCH_PATH}
        aria-label={labels.open}
        aria-keyshortcuts="/ Control+K Meta+K"
        className={`transition-colors hover:text-accent ${iconClass}`}
        {...{ [SEARCH_ATTRIBUTE]: '', [BLOCK_SCRIPT_ATTRIBUTE]: searchFile.path }}
      >
        <Icon name="search" size={22} />
      </a>
      <dialog
        id={SEARCH_ID}
        aria-label={labels.heading}
        className="search-dialog"
        {...toScriptAttributes({ [SEARCH_STATE_ATTRIBUTE]: initialState })}
      >
        <form id={FORM_ID} action={SEARCH_PATH} className="flex items-center gap-1 border-b p-2">
          <button type="submit" aria-label={labels.open} className={iconClass}>
            <Icon name="search" size={20} className="text-muted-foreground" />
          </button>
          <input
            type="search"
            name="q"
            maxLength={MAX_QUERY_LENGTH}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog needs an initial focus
            autoFocus
            aria-label={labels.heading}
            placeholder={labels.placeholder}
            autoComplete="off"
            enterKeyHint="search"
            className="search-field"
          />
          <button type="submit" formMethod="dialog" aria-label={labels.close} className={iconClass}>
            <Icon name="close" size={20} />
          </button>
        </form>
        {/* The element reserves two lines, so that results do not shift. */}
        <output className="label block min-h-17 px-5 py-3 text-muted-foreground">
          <span className="search-idle">{labels.hint}</span>
          <span className="search-loading">{labels.loading}</span>
          <span className="search-failed">{labels.failed}</span>
          <span className="search-found" {...{ [SEARCH_STATUS_ATTRIBUTE]: '' }} {...scriptFilledProps} />
        </output>
        <ol className="search-results" {...{ [SEARCH_RESULTS_ATTRIBUTE]: '' }} {...scriptFilledProps} />
        <DialogFooter labels={labels} />
        <Sample />
      </dialog>
    </>
  )
}
