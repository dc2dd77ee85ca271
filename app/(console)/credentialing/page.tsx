import { redirect } from 'next/navigation'

/** The credentialing desk begins at its first tab. */
export default function Page() {
  redirect('/credentialing/facility-spans')
}
