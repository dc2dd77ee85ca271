/** Forty invented payers of the usual kinds: name, payer id, insurance type code. */
export const payerNames: readonly (readonly [name: string, payerId: string, insuranceType: string])[] = [
  ['Northbridge Health Plan', 'NBH01', '12'], ['Cobalt Mutual', 'CBM02', '12'], ['Summit Valley HMO', 'SVH03', 'HM'],
  ['Harborlight PPO', 'HBL04', '12'], ['Junction Employers Trust', 'JET05', 'C1'], ['Evergrain Health Cooperative', 'EGC06', '14'],
  ['Pinemark Insurance', 'PNM07', 'C1'], ['Lakeward Health', 'LKW08', '12'], ['Bluestem Benefit Plan', 'BSB09', 'C1'],
  ['Stonegate Life and Health', 'SGL10', 'C1'], ['Westmoor Medicare Advantage', 'WMA11', '16'], ['Silverlane Medicare Advantage', 'SLM12', '16'],
  ['Oakfall Medicare Advantage', 'OFM13', '16'], ['Medicare Part B, North Region', 'MPB14', 'MB'], ['Medicare Part B, South Region', 'MPB15', 'MB'],
  ['Medicare Part B, West Region', 'MPB16', 'MB'], ['Cedar State Medicaid', 'CSM17', 'MC'], ['Rivermouth Medicaid', 'RMM18', 'MC'],
  ['Highplain Medicaid Managed Care', 'HPM19', 'MC'], ['Brightwater Community Plan', 'BWC20', 'MC'], ['Sunfield Family Health', 'SFH21', 'MC'],
  ['Copperline Workers Compensation', 'CLW22', 'WC'], ['Ironvale Workers Compensation', 'IVW23', 'WC'], ['Granite Auto Medical', 'GAM24', 'C1'],
  ['Meridian Road Auto Cover', 'MRA25', 'C1'], ['Veterans Regional Care Network', 'VRC26', 'OT'], ['Uniformed Families Health', 'UFH27', 'OT'],
  ['Clearbrook Student Plan', 'CBS28', 'C1'], ['Foxglove Marketplace Plan', 'FGM29', '12'], ['Larkspur Exchange Plan', 'LSE30', '12'],
  ['Tidewell Health Partners', 'TWH31', '12'], ['Mapleton Physicians Plan', 'MPP32', 'HM'], ['Redcliff Health Alliance', 'RCH33', '12'],
  ['Whitford Benefit Administrators', 'WBA34', 'C1'], ['Amberly Self-Funded Group', 'ASF35', 'C1'], ['Keystream Health', 'KSH36', '12'],
  ['Palisade National Plan', 'PNP37', '12'], ['Dunmore Union Health Fund', 'DUH38', 'C1'], ['Old Mill Retiree Plan', 'OMR39', 'C1'],
  ['Fernhollow Behavioral Network', 'FBN40', '12'],
]
