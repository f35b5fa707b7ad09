"""What acctstore costs beside others: ratios of medians that were taken in turns, in one run on one machine."""
