import type { ReactNode } from 'react'

/** A section of the reference for developers, named by its heading. @param id where links to it lead */
export const ApiSection = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`} className="text-heading">
      {title}
    </h2>
    {children}
  </section>
)
