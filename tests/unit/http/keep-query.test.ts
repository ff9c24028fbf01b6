import { describe, expect, it } from 'vitest'
import { GET as signIn } from '../../../app/sign-in/route.ts'
import { GET as signUp } from '../../../app/sign-up/route.ts'

const location = (answer: Response) => [answer.status, answer.headers.get('location')]

describe('/sign-in and /sign-up', () => {
  it('lead to the pages of the account', () => {
    expect(location(signIn(new Request('https://ductwise.example/sign-in')))).toEqual([307, '/login'])
    expect(location(signUp(new Request('https://ductwise.example/sign-up')))).toEqual([307, '/register'])
  })

  it('keep the query as it is', () => {
    const query = '?redirect_url=%2Fdashboard%3Fa%3Db&c'
    expect(location(signIn(new Request(`https://ductwise.example/sign-in${query}`)))).toEqual([307, `/login${query}`])
  })

  it('stay on this site', () => {
    const [, target] = location(signIn(new Request('https://ductwise.example//evil.example/..//sign-in?a')))
    expect(target).toBe('/login?a')
  })
})
