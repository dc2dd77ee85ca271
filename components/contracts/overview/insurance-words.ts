/** What an X12 insurance type code (data element 1336) stands for, in a few own words; codes without words are shown alone. */
export const insuranceWords: Readonly<Record<string, string>> = {
  '12': 'working aged, employer plan first', '13': 'kidney disease, employer plan first', '14': 'no-fault insurance first', '15': 'workers’ compensation first', '16': 'federal agency first',
  '41': 'black lung', '42': 'veterans affairs', '43': 'disabled under 65, large employer plan first', '47': 'other liability first',
  AP: 'auto insurance', C1: 'commercial', CO: 'COBRA', CP: 'Medicare conditionally first', D: 'disability', DB: 'disability benefits', EP: 'exclusive provider organization', FF: 'family or friends',
  GP: 'group policy', HM: 'HMO', HN: 'HMO, Medicare risk', HS: 'special low-income Medicare', IN: 'indemnity', IP: 'individual policy', LC: 'long-term care', LD: 'long-term policy', LI: 'life insurance', LT: 'litigation',
  MA: 'Medicare part A', MB: 'Medicare part B', MC: 'Medicaid', MH: 'Medigap part A', MI: 'Medigap part B', MP: 'Medicare first', OT: 'other', PE: 'personal property', PL: 'personal', PP: 'paid in cash',
  PR: 'preferred provider organization', PS: 'point of service', QM: 'qualified Medicare beneficiary', RP: 'real property', SP: 'supplemental policy', TF: 'TEFRA', WC: 'workers’ compensation', WU: 'wrap-up policy',
}
