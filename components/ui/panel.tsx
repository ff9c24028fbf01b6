import type { ReactNode } from 'react'

type PanelProps = { title: string; children: ReactNode; note?: string }

/** A section of a page on a surface of its own: its title, what it is for, and what is in it. */
export function Panel({ title, note, children }: PanelProps) {
  return (
    <section className="min-w-0 rounded-xl panel p-5">
      <h2 className="text-base leading-tight tracking-normal">{title}</h2>
      {note && <p className="mt-1 max-w-text text-muted-foreground">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
