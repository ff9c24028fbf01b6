import { Button, buttonClass } from '../ui/button.tsx'

type ErrorNoticeProps = {
  retry: () => void
  /** Identifies the error in the log of the site; an error of the browser alone has none. */
  digest?: string | undefined
}

/** Something broke on our side; says what to do and where else to go. */
export function ErrorNotice({ retry, digest }: ErrorNoticeProps) {
  return (
    <section className="wrap section min-h-128">
      <p className="label text-primary">Something failed on our side</p>
      <h1 className="mt-5 max-w-headline text-hero">This page could not be shown</h1>
      <p className="mt-7 max-w-136 text-lead text-muted-foreground">
        Try again in a few seconds. If it stays like this, the rest of the site may still work.
      </p>
      <div className="mt-9 flex flex-wrap gap-3">
        <Button onClick={retry}>Try again</Button>
        {/* oxlint-disable-next-line next/no-html-link-for-pages -- a full load, because what runs in this page has failed */}
        <a href="/" className={buttonClass('quiet')}>
          Go to the home page
        </a>
      </div>
      {digest && <p className="label mt-9 text-muted-foreground">If you tell us about it, name error {digest}.</p>}
    </section>
  )
}
