import { SEARCH_PATH } from '@/lib/routes.ts'
import type { SearchGroup } from '@/lib/words.ts'
import { MAX_QUERY_LENGTH } from '@/lib/search/text.ts'
import { Icon } from '../ui/icon.tsx'

type SearchFormProps = {
  /** What is searched, the text of the empty field, and the name of the button. */
  label: string
  placeholder: string
  submit: string
  query?: string
  /** What results are narrowed to. */
  group?: SearchGroup | undefined
  className?: string
}

/** Asks for pages of the site; a form that any browser can send. */
export function SearchForm({ label, placeholder, submit, query = '', group, className = '' }: SearchFormProps) {
  return (
    <search className={className}>
      <form
        action={SEARCH_PATH}
        // The field's ring is round its whole pill; that of the button is inside it.
        className="flex rounded-full border border-input bg-card outline-offset-2 outline-foreground focus-within:border-foreground has-[input:focus-visible]:outline-2"
      >
        <input
          type="search"
          name="q"
          defaultValue={query}
          maxLength={MAX_QUERY_LENGTH}
          required
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          className="min-h-13.5 min-w-0 flex-1 rounded-full pl-5.5 outline-none placeholder:text-muted-foreground placeholder:opacity-100 focus-visible:[box-shadow:none]"
        />
        {group && <input type="hidden" name="in" value={group} />}
        <button
          type="submit"
          aria-label={submit}
          className="grid w-13.5 flex-none cursor-pointer place-items-center rounded-full -outline-offset-4 focus-visible:rounded-full focus-visible:[box-shadow:none]"
        >
          <Icon name="search" size={20} />
        </button>
      </form>
    </search>
  )
}
