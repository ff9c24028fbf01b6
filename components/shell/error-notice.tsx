/** Something broke on our side; says what to do. */
export function ErrorNotice({ retry }: { retry: () => void }) {
  return (
    <section className="wrap band min-h-[60vh]">
      <p className="label text-ember">Something failed on our side</p>
      <h1 className="mt-5 max-w-[18ch] text-hero leading-[0.98] tracking-[-0.035em]">This page could not be shown</h1>
      <p className="mt-7 max-w-[34rem] text-lead text-muted">
        Try again in a few seconds. If it stays like this, call us instead.
      </p>
      <button type="button" onClick={retry} className="button button-solid mt-9 cursor-pointer">
        Try again
      </button>
    </section>
  )
}
