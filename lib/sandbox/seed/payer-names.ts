/** Forty invented payers of the usual kinds: name, payer id, insurance type code. */
export const payerNames: readonly (readonly [name: string, payerId: string, insuranceType: string])[] = [
  ['Northbridge Health Plan', 'NBH01', '12'], ['Cobalt Mutual', 'CBM02', '12'], ['Summit Valley HMO', 'SVH03', 'HM'],
  ['Harborlight PPO', 'HBL04', '12'], ['Junction Employers Trust', 'JET05', 'CI'], ['Evergrain Health Cooperative', 'EGC06', '14'],
  ['Pinemark Insurance', 'PNM07', 'CI'], ['Lakeward Health', 'LKW08', '12'], ['Bluestem Benefit Plan', 'BSB09', 'CI'],
  ['Stonegate Life and Health', 'SGL10', 'CI'], ['Westmoor Medicare Advantage', 'WMA11', '16'], ['Silverlane Medicare Advantage', 'SLM12', '16'],
  ['Oakfall Medicare Advantage', 'OFM13', '16'], ['Medicare Part B, North Region', 'MPB14', 'MB'], ['Medicare Part B, South Region', 'MPB15', 'MB'],
  ['Medicare Part B, West Region', 'MPB16', 'MB'], ['Cedar State Medicaid', 'CSM17', 'MC'], ['Rivermouth Medicaid', 'RMM18', 'MC'],
  ['Highplain Medicaid Managed Care', 'HPM19', 'MC'], ['Brightwater Community Plan', 'BWC20', 'MC'], ['Sunfield Family Health', 'SFH21', 'MC'],
  ['Copperline Workers Compensation', 'CLW22', 'WC'], ['Ironvale Workers Compensation', 'IVW23', 'WC'], ['Granite Auto Medical', 'GAM24', 'CI'],
  ['Meridian Road Auto Cover', 'MRA25', 'CI'], ['Veterans Regional Care Network', 'VRC26', 'CH'], ['Uniformed Families Health', 'UFH27', 'CH'],
  ['Clearbrook Student Plan', 'CBS28', 'CI'], ['Foxglove Marketplace Plan', 'FGM29', '12'], ['Larkspur Exchange Plan', 'LSE30', '12'],
  ['Tidewell Health Partners', 'TWH31', '12'], ['Mapleton Physicians Plan', 'MPP32', 'HM'], ['Redcliff Health Alliance', 'RCH33', '12'],
  ['Whitford Benefit Administrators', 'WBA34', 'CI'], ['Amberly Self-Funded Group', 'ASF35', 'CI'], ['Keystream Health', 'KSH36', '12'],
  ['Palisade National Plan', 'PNP37', '12'], ['Dunmore Union Health Fund', 'DUH38', 'CI'], ['Old Mill Retiree Plan', 'OMR39', 'CI'],
  ['Fernhollow Behavioral Network', 'FBN40', '12'],
]
