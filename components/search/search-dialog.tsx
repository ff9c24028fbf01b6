import { searchFile } from '@/lib/browser-bundles.js'
import {
  OWN_SCRIPT,
  SEARCH,
  SEARCH_ID,
  SEARCH_PART,
  SEARCH_RESULTS,
  SEARCH_SAMPLE,
  SEARCH_STATE,
  SEARCH_STATUS,
  scripted,
  type SearchPart,
  type SearchState,
} from '@/lib/dom-contract.ts'
import { SEARCH_PATH } from '@/lib/routes.ts'
import { MAX_QUERY_LENGTH } from '@/lib/search/text.ts'
import type { Words } from '@/lib/words.ts'
import { Icon } from '../ui/icon.tsx'

type SearchWords = Words['search']

/** Id of the dialog's form, for the button below the results. */
const FORM_ID = `${SEARCH_ID}-form`

const iconClass = 'grid size-11 flex-none cursor-pointer place-items-center rounded-full'

/** Of React's the element only: what is in it is the script's. */
const filledByScript = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

/** What browser/search.ts copies for each result. */
function Sample() {
  const part = (name: SearchPart) => ({ [SEARCH_PART]: name })
  return (
    <ul hidden {...{ [SEARCH_SAMPLE]: '' }}>
      <li>
        <a href={SEARCH_PATH}>
          <span className="flex items-baseline justify-between gap-4">
            <span {...part('title')} className="font-semibold" />
            <span {...part('kind')} className="flex-none text-xs text-muted-foreground" />
          </span>
          <span {...part('text')} className="label line-clamp-2 text-muted-foreground" />
        </a>
      </li>
    </ul>
  )
}

/**
 * Says what there is to do, or how many pages were found; one of its texts is shown, by the state of the dialog. A second line
 * has room, so that no result moves.
 */
function Status({ words }: { words: SearchWords }) {
  return (
    <output className="label block min-h-17 px-5 py-3 text-muted-foreground">
      <span className="search-idle">{words.hint}</span>
      <span className="search-loading">{words.loading}</span>
      <span className="search-failed">{words.failed}</span>
      <span className="search-found" {...{ [SEARCH_STATUS]: '' }} {...filledByScript} />
    </output>
  )
}

/** The way to the page with all results, and for who has a keyboard how to use it. */
function Foot({ words }: { words: SearchWords }) {
  return (
    <div className="label mt-auto flex min-h-13 flex-wrap items-center justify-between gap-x-4 border-t px-5 text-muted-foreground">
      <span className="pointer-coarse:hidden">{words.keys}</span>
      <button
        type="submit"
        form={FORM_ID}
        name="all"
        value="1"
        className="search-more text-link min-h-11 cursor-pointer"
      >
        {words.more}
      </button>
    </div>
  )
}

/**
 * The search: a link to its page, which browser/search-button.ts makes open the dialog, and the dialog, a form that leads to
 * the same page; browser/search.ts shows results while somebody types.
 */
export function Search({ words }: { words: SearchWords }) {
  const idle: SearchState = 'idle'
  return (
    <>
      <a
        href={SEARCH_PATH}
        aria-label={words.open}
        aria-keyshortcuts="/ Control+K Meta+K"
        className={`transition-colors hover:text-accent ${iconClass}`}
        {...{ [SEARCH]: '', [OWN_SCRIPT]: searchFile.path }}
      >
        <Icon name="search" size={22} />
      </a>
      <dialog
        id={SEARCH_ID}
        aria-label={words.heading}
        className="search-dialog"
        {...scripted({ [SEARCH_STATE]: idle })}
      >
        <form id={FORM_ID} action={SEARCH_PATH} className="flex items-center gap-1 border-b p-2">
          <button type="submit" aria-label={words.open} className={iconClass}>
            <Icon name="search" size={20} className="text-muted-foreground" />
          </button>
          <input
            type="search"
            name="q"
            maxLength={MAX_QUERY_LENGTH}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- where the browser puts the focus when the dialog opens
            autoFocus
            aria-label={words.heading}
            placeholder={words.placeholder}
            autoComplete="off"
            enterKeyHint="search"
            className="search-field"
          />
          <button type="submit" formMethod="dialog" aria-label={words.close} className={iconClass}>
            <Icon name="close" size={20} />
          </button>
        </form>
        <Status words={words} />
        <ol className="search-results" {...{ [SEARCH_RESULTS]: '' }} {...filledByScript} />
        <Foot words={words} />
        <Sample />
      </dialog>
    </>
  )
}
