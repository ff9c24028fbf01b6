/** The members of an `articleBody` as the query fragment of that name selects them. */
export type ArticleValue = { _type: string; _key: string }[]
