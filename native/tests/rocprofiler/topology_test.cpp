// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Agents from the driver's files, and which of them the variables show.
#include "api/rocprofiler/topology.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

namespace rocjfr::sdk {
namespace {

class TopologyTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/rocjfr-topology-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
    Write("0",
          "cpu_cores_count 96\nsimd_count 0\ncpu_core_id_base 4000000000\n"
          "mem_banks_count 1\ncaches_count 0\nio_links_count 1\n"
          "max_engine_clk_ccompute 3700\n");
    Write("0/mem_banks/0",
          "heap_type 0\nsize_in_bytes 540000000000\nflags 0\nwidth 72\n"
          "mem_clk_max 4800\n");
    Write("0/io_links/0",
          "type 2\nversion_major 0\nversion_minor 0\nnode_from 0\nnode_to 1\n"
          "weight 20\nmin_latency 1\nmax_latency 2\nmin_bandwidth 312\n"
          "max_bandwidth 64000\nrecommended_transfer_size 7\nflags 1\n");
    Write("1",
          "cpu_cores_count 0\nsimd_count 1216\nmem_banks_count 1\ncaches_count 2\n"
          "io_links_count 0\nsimd_id_base 2147487744\nmax_waves_per_simd 8\n"
          "lds_size_in_kb 64\ngds_size_in_kb 3\nnum_gws 64\nwave_front_size 64\n"
          "array_count 32\nsimd_arrays_per_engine 1\ncu_per_simd_array 10\nsimd_per_cu 4\n"
          "max_slots_scratch_cu 32\ngfx_target_version 90402\nvendor_id 4098\n"
          "device_id 29857\nlocation_id 512\ndomain 5\ndrm_render_minor 99999\n"
          "hive_id 8733223\nnum_sdma_engines 2\nnum_sdma_xgmi_engines 14\n"
          "num_sdma_queues_per_engine 8\nnum_cp_queues 24\nmax_engine_clk_fcompute 2100\n"
          "local_mem_size 0\nfw_version 33554583\ncapability 4017358464\n"
          "sdma_fw_version 22\nunique_id 81985529216486895\nnum_xcc 8\n"
          "max_engine_clk_ccompute 3701\n");
    std::ofstream(folder_ + "/1/gpu_id") << "51140\n";
    std::ofstream(folder_ + "/1/name") << "ip discovery\n";
    Write("1/mem_banks/0",
          "heap_type 1\nsize_in_bytes 206141652992\nflags 0\nwidth 8192\n"
          "mem_clk_max 1300\n");
    for (const char* cache : {"0", "1"}) {
      Write(std::string("1/caches/") + cache,
            std::string("processor_id_low 2147487744\nlevel ") + (*cache == '0' ? "1" : "2") +
                "\nsize 32\ncache_line_size 128\ncache_lines_per_tag 1\nassociation 16\n"
                "latency 0\ntype 9\nsibling_map 1,0,0\n");
    }
    Write("2", "cpu_cores_count 0\nsimd_count 80\nsimd_per_cu 2\ngfx_target_version 100306\n");
  }
  void TearDown() override { EXPECT_EQ(system(("rm -r " + folder_).c_str()), 0); }
  void Write(const std::string& part, const std::string& properties) const {
    for (size_t slash = part.find('/');; slash = part.find('/', slash + 1)) {
      mkdir((folder_ + "/" + part.substr(0, slash)).c_str(), 0777);
      if (slash == std::string::npos) break;
    }
    std::ofstream(folder_ + "/" + part + "/properties") << properties;
  }
  std::vector<rocprofiler_agent_t> Agents() const { return AgentsOfDriver(folder_); }
  // h: HSA shows it, p: HIP does, too.
  std::string Visible(bool seen_by_hsa = false) const {
    auto agents = Agents();
    agents.push_back(agents[2]);
    SetVisibility(&agents, seen_by_hsa);
    std::string text;
    for (const auto& agent : agents) {
      const auto& seen = agent.runtime_visibility;
      EXPECT_EQ(seen.rccl, seen.hip);
      EXPECT_EQ(seen.rocdecode, seen.hip);
      text += seen.hip != 0 ? 'p' : seen.hsa != 0 ? 'h' : '-';
    }
    return text;
  }
  std::string folder_;
};

TEST_F(TopologyTest, ACpuHasWhatTheDriverLists) {
  const auto agents = Agents();
  ASSERT_EQ(agents.size(), 3u);
  const rocprofiler_agent_t& cpu = agents[0];
  EXPECT_EQ(cpu.size, sizeof(cpu));
  EXPECT_EQ(cpu.type, ROCPROFILER_AGENT_TYPE_CPU);
  EXPECT_EQ(cpu.cpu_cores_count, 96u);
  EXPECT_EQ(cpu.cu_count, 96u) << "as AMD's";
  EXPECT_EQ(cpu.cpu_core_id_base, 4000000000u);
  EXPECT_EQ(cpu.max_engine_clk_ccompute, 3700u);
  EXPECT_EQ(cpu.num_xcc, 1u);
  EXPECT_STREQ(cpu.vendor_name, "CPU");
  EXPECT_STRNE(cpu.name, "");
  EXPECT_STREQ(cpu.product_name, cpu.name);
  EXPECT_EQ(cpu.caches, nullptr);
  ASSERT_EQ(cpu.mem_banks_count, 1u);
  EXPECT_EQ(cpu.mem_banks[0].size_in_bytes, 540000000000u);
  EXPECT_EQ(cpu.mem_banks[0].width, 72u);
  EXPECT_EQ(cpu.mem_banks[0].mem_clk_max, 4800u);
  ASSERT_EQ(cpu.io_links_count, 1u);
  const rocprofiler_agent_io_link_t& link = cpu.io_links[0];
  EXPECT_EQ(static_cast<uint32_t>(link.type), 2u);
  EXPECT_EQ(link.node_from, 0u);
  EXPECT_EQ(link.node_to, 1u);
  EXPECT_EQ(link.weight, 20u);
  EXPECT_EQ(link.min_latency, 1u);
  EXPECT_EQ(link.max_latency, 2u);
  EXPECT_EQ(link.min_bandwidth, 312u);
  EXPECT_EQ(link.max_bandwidth, 64000u);
  EXPECT_EQ(link.recommended_transfer_size, 7u);
  EXPECT_EQ(link.flags.LinkProperty, 1u);
}

TEST_F(TopologyTest, AGpuHasWhatTheDriverListsAndWhatFollows) {
  const auto agents = Agents();
  ASSERT_EQ(agents.size(), 3u);
  const rocprofiler_agent_t& gpu = agents[1];
  EXPECT_EQ(gpu.type, ROCPROFILER_AGENT_TYPE_GPU);
  EXPECT_EQ(gpu.node_id, 1u);
  EXPECT_EQ(gpu.simd_count, 1216u);
  EXPECT_EQ(gpu.simd_id_base, 2147487744u);
  EXPECT_EQ(gpu.cu_count, 304u);
  EXPECT_EQ(gpu.max_waves_per_cu, 32u);
  EXPECT_EQ(gpu.array_count, 32u);
  EXPECT_EQ(gpu.num_shader_banks, 32u);
  EXPECT_EQ(gpu.cu_per_engine, 9u);
  EXPECT_EQ(gpu.cu_per_simd_array, 10u);
  EXPECT_EQ(gpu.simd_arrays_per_engine, 1u);
  EXPECT_EQ(gpu.max_slots_scratch_cu, 32u);
  EXPECT_EQ(gpu.gds_size_in_kb, 3u);
  EXPECT_EQ(gpu.num_gws, 64u);
  EXPECT_EQ(gpu.num_xcc, 8u);
  EXPECT_EQ(gpu.num_sdma_engines, 2u);
  EXPECT_EQ(gpu.num_sdma_xgmi_engines, 14u);
  EXPECT_EQ(gpu.num_sdma_queues_per_engine, 8u);
  EXPECT_EQ(gpu.num_cp_queues, 24u);
  EXPECT_EQ(gpu.max_engine_clk_ccompute, 3701u);
  EXPECT_EQ(gpu.max_engine_clk_fcompute, 2100u);
  EXPECT_EQ(gpu.fw_version.Value, 151u) << "of 0x2000097 the version";
  EXPECT_EQ(gpu.sdma_fw_version.Value, 22u);
  EXPECT_EQ(gpu.capability.Value, 4017358464u);
  EXPECT_EQ(gpu.hive_id, 8733223u);
  EXPECT_EQ(gpu.gpu_id, 51140u);
  EXPECT_EQ(gpu.workgroup_max_size, 1024u);
  EXPECT_EQ(gpu.workgroup_max_dim.z, 1024u);
  EXPECT_EQ(gpu.grid_max_size, UINT32_MAX);
  EXPECT_EQ(gpu.grid_max_dim.y, UINT32_MAX);
  EXPECT_STREQ(gpu.name, "gfx942");
  EXPECT_STREQ(gpu.model_name, "ip discovery");
  EXPECT_STREQ(gpu.vendor_name, "AMD");
  EXPECT_EQ(gpu.uuid.bytes[0], 0xEF) << "0x0123456789ABCDEF";
  EXPECT_EQ(gpu.uuid.bytes[7], 0x01);
  EXPECT_EQ(gpu.mem_banks_count, 1u);
  ASSERT_EQ(gpu.caches_count, 2u);
  EXPECT_EQ(gpu.caches[1].level, 2u);
  EXPECT_EQ(gpu.caches[1].size, 32u);
  EXPECT_EQ(gpu.caches[1].cache_line_size, 128u);
  EXPECT_EQ(gpu.caches[1].association, 16u);
  EXPECT_EQ(gpu.caches[1].type.Value, 9u);
  EXPECT_STREQ(agents[2].name, "gfx1036");
  EXPECT_EQ(agents[2].num_xcc, 1u) << "of a driver that does not list it";
  EXPECT_EQ(agents[2].num_shader_banks, 0u);
}

// As in a container, which has the nodes of other GPUs, but not what they hold.
TEST_F(TopologyTest, NodesThatCannotBeReadAreNoAgents) {
  Write("1", "");
  Write("0/io_links/0", "");
  const auto agents = Agents();
  ASSERT_EQ(agents.size(), 2u);
  EXPECT_EQ(agents[1].node_id, 2u);
  EXPECT_EQ(agents[0].io_links_count, 0u);
  EXPECT_TRUE(AgentsOfDriver(folder_ + "/none").empty());
}

TEST_F(TopologyTest, VariablesSayWhatIsVisible) {
  for (const char* name : {"ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES",
                           "GPU_DEVICE_ORDINAL"}) {
    unsetenv(name);
  }
  EXPECT_EQ(Visible(), "pppp") << "the CPU, too";
  setenv("CUDA_VISIBLE_DEVICES", "2", 1);
  EXPECT_EQ(Visible(), "phhp");
  setenv("HIP_VISIBLE_DEVICES", "1,0", 1);
  EXPECT_EQ(Visible(), "ppph") << "before CUDA's";
  setenv("HIP_VISIBLE_DEVICES", "1,7,0", 1);
  EXPECT_EQ(Visible(), "phph") << "what there is not ends the list";
  setenv("HIP_VISIBLE_DEVICES", "0", 1);
  setenv("ROCR_VISIBLE_DEVICES", "2,GPU-0123456789abcdef", 1);
  EXPECT_EQ(Visible(), "ph-p") << "HIP counts what HSA shows";
  EXPECT_EQ(Visible(true), "pphh");
}

TEST(TargetTest, NamesAndVersions) {
  for (const auto& [name, version] : {std::pair{"gfx90a", 90010u},
                                      {"gfx942", 90402u},
                                      {"gfx1036", 100306u},
                                      {"gfx1201", 120001u}}) {
    EXPECT_EQ(NameOfTarget(version), name);
    EXPECT_EQ(TargetOfName(name), version);
  }
  EXPECT_EQ(TargetOfName("software"), 0u);
  EXPECT_EQ(TargetOfName("gfx9"), 0u);
  EXPECT_EQ(TargetOfName("gfx9-generic"), 0u);
}

}  // namespace
}  // namespace rocjfr::sdk
