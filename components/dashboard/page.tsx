import type { ReactNode } from 'react'

type PageProps = { title: string; lead?: string; children: ReactNode }

/** A page of the dashboard: what it is, in a sentence what it is for, and its panels. */
export function Page({ title, lead, children }: PageProps) {
  return (
    <>
      <h1 className="dash-title">{title}</h1>
      {lead && <p className="dash-lead">{lead}</p>}
      <div className="mt-7 grid gap-5">{children}</div>
    </>
  )
}

type PanelProps = { title: string; children: ReactNode; note?: string }

/** One subject of a page. */
export function Panel({ title, note, children }: PanelProps) {
  return (
    <section className="dash-panel">
      <h2 className="dash-panel-title">{title}</h2>
      {note && <p className="mt-1 max-w-[70ch] text-muted">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
